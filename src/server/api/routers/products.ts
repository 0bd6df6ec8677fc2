import { createTRPCRouter, publicProcedure, protectedAdminProcedure } from '~/server/api/trpc'
import * as z from 'zod'
import { rowId } from '~/contracts/fields'
import {
  changeProductsInput,
  createProductInput,
  deleteProductInput,
  productListInput,
  updateProductInput,
} from '~/contracts/catalogue/product-admin'
import { changePictureInput, productPictureInput, productPicturesInput } from '~/contracts/catalogue/product-pictures'
import { productDetailsInput, productSearchInput } from '~/contracts/catalogue/product-search'
import { changeProducts } from '~/server/catalogue/products/change-products'
import { listProducts } from '~/server/catalogue/products/list-products'
import { changePicture, listPictures, removePicture } from '~/server/catalogue/products/product-pictures'
import { productById } from '~/server/catalogue/products/read-product'
import { createProduct, deleteProduct, updateProduct } from '~/server/catalogue/products/write-product'
import { readProductDetails } from '~/server/catalogue/shop/product-details'
import { readShop, searchShop } from '~/server/catalogue/shop/search-shop'

const productPicturesRouter = createTRPCRouter({
  list: protectedAdminProcedure
    .meta({ about: 'The pictures of a product, in the order in which the shop shows them.' })
    .input(productPicturesInput)
    .query(({ ctx, input }) => listPictures(ctx, input.productId)),

  change: protectedAdminProcedure
    .meta({
      about: 'Changes the place of a picture among those of its product, or the text that is read instead of it.',
      errors: { NOT_FOUND: true },
    })
    .input(changePictureInput)
    .mutation(({ ctx, input }) => changePicture(ctx, input)),

  remove: protectedAdminProcedure
    .meta({ about: 'Removes a picture of a product.', errors: { NOT_FOUND: true } })
    .input(productPictureInput)
    .mutation(({ ctx, input }) => removePicture(ctx, input)),
})

export const productsRouter = createTRPCRouter({
  /** Answered from memory: the source is read once after each change. */
  shop: publicProcedure
    .meta({
      about:
        'All that the shop offers (requirements §7 Products function), newest first. A failure is an answer too: `success` is false and `error` says what happened.',
    })
    .query(({ ctx }) => readShop(ctx)),

  overview: publicProcedure
    .meta({ about: 'What the products page shows first: of a long list a part.' })
    .query(async ({ ctx }) => (await ctx.live.values.products.get()).data),

  search: publicProcedure
    .meta({
      about: "A part of the list, searched, filtered and sorted as the products page's address says.",
      errors: { SERVICE_UNAVAILABLE: 'too many ask' },
    })
    .input(productSearchInput.prefault({}))
    .query(({ ctx, input }) => searchShop(ctx, input)),

  details: publicProcedure
    .meta({ about: 'The whole description and the data of a product that is for sale.', errors: { NOT_FOUND: true } })
    .input(productDetailsInput)
    .query(({ ctx, input }) => readProductDetails(ctx, input)),

  list: protectedAdminProcedure
    .meta({ about: 'A page of the own catalogue.' })
    .input(productListInput.prefault({}))
    .query(({ ctx, input }) => listProducts(ctx, input)),

  byId: protectedAdminProcedure
    .meta({ about: 'One product of the own catalogue.', errors: { NOT_FOUND: true } })
    .input(z.object({ id: rowId }))
    .query(({ ctx, input }) => productById(ctx, input)),

  create: protectedAdminProcedure
    .meta({ about: 'Adds a product.', errors: { CONFLICT: 'an `idempotencyKey` that was sent with another input' } })
    .input(createProductInput)
    .mutation(({ ctx, input }) => createProduct(ctx, input)),

  update: protectedAdminProcedure
    .meta({ about: 'Changes a product.', errors: { NOT_FOUND: true, CONFLICT: 'a stale `version`' } })
    .input(updateProductInput)
    .mutation(({ ctx, input }) => updateProduct(ctx, input)),

  change: protectedAdminProcedure
    .meta({
      largeBody: true,
      about: 'Sets price, stock or visibility of products by id, with what became of each, or of all products of a view.',
      errors: { BAD_REQUEST: 'the stock of a product that has units', CONFLICT: 'a view shows another number of rows than expected' },
    })
    .input(changeProductsInput)
    .mutation(({ ctx, input }) => changeProducts(ctx, input)),

  delete: protectedAdminProcedure
    .meta({ about: 'Removes a product.', errors: { NOT_FOUND: true } })
    .input(deleteProductInput)
    .mutation(({ ctx, input }) => deleteProduct(ctx, input)),

  pictures: productPicturesRouter,
})
