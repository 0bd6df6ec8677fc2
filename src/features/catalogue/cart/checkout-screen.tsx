import { useEffect, useRef, useState } from 'react'
import { Form } from '~/components/form/form'
import { ChoiceGroup } from '~/components/form/choice-group'
import { TextAreaField } from '~/components/form/described-fields'
import { FormNote } from '~/components/form/form-note'
import { TextField } from '~/components/form/text-field'
import { HashTarget } from '~/components/layouts/hash-target'
import { Button } from '~/components/ui/button'
import { Container } from '~/components/ui/container'
import { LinkButton } from '~/components/ui/link-button'
import { Skeleton } from '~/components/ui/loading'
import { onDemand } from '~/components/ui/on-demand'
import type { ZodForm } from '~/components/form/form'
import { checkoutDetails, HOLD_MINUTES, type CartQuote, type CheckoutPayment, type PlacedOrder } from '~/contracts/stock/checkout'
import { formatEuro } from '~/lib/money'
import { paths } from '~/lib/paths'
import { CHECKOUT_HEADING, ORDER_HEADING } from '~/lib/record-paths'
import { newKey } from '~/trpc/new-key'
import type * as z from 'zod'
import { setQuantity } from './cart-lines'
import { CreditNote } from './credit-note'
import { useCart, type CartLine } from './cart-store'
import { OrderSummary } from './order-summary'
import { failureText, faultOf, isOwnLine, useQuote } from './use-quote'

/** Its code comes with the first letter of an address. */
const AddressNote = onDemand(() => import('~/components/form/address-note').then((module) => module.AddressNote))
const OwnDetails = onDemand(() => import('./own-details').then((module) => module.OwnDetails))

type Draft = z.input<typeof checkoutDetails>
type Values = z.output<typeof checkoutDetails>

const wayLabels: Record<CheckoutPayment, { label: string; detail: string }> = {
  card: { label: 'Card', detail: `On the secure page of Stripe. We keep the goods for you for ${HOLD_MINUTES} minutes.` },
  transfer: { label: 'Bank transfer', detail: 'We keep the goods for you until the bill is due, and send them once it is paid.' },
}

interface CheckoutScreenProps {
  /** The signed-in customer's; null for a visitor. */
  email: string | null
}

/** The checkout of the own catalogue: what is in the cart, whom it goes to, and how it is paid. */
export function CheckoutScreen({ email }: CheckoutScreenProps) {
  const cart = useCart().filter(isOwnLine)
  const quoting = useQuote(cart)
  const { quote, failure } = quoting
  const [placed, setPlaced] = useState<PlacedOrder>()
  if (placed) return <Placed order={placed} />
  if (cart.length === 0)
    return (
      <Container className="flex flex-col items-start gap-5 py-16">
        <h1 className="text-3xl font-semibold tracking-tight text-ink">Checkout</h1>
        <p className="text-ink-muted">Your cart is empty.</p>
        <LinkButton href={paths.products}>View products</LinkButton>
      </Container>
    )
  return (
    <Container className="py-10 sm:py-14">
      <HashTarget id={CHECKOUT_HEADING} className="scroll-mt-20 outline-none">
        <h1 className="text-3xl font-semibold tracking-tight text-ink">Checkout</h1>
      </HashTarget>
      {failure !== '' && (
        <FormNote tone="danger" role="alert" className="mt-6">
          {failure}{' '}
          <Button variant="ghost" size="sm" onClick={quoting.again}>
            Try again
          </Button>
        </FormNote>
      )}
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:items-start">
        {quote ? (
          <>
            <OrderSummary cart={cart} quote={quote} />
            <Details cart={cart} quoting={quoting} quote={quote} email={email} onPlaced={setPlaced} />
          </>
        ) : (
          <Skeleton className="h-240" />
        )}
      </div>
    </Container>
  )
}

/** While the next page comes, and for somebody who comes back from it. */
function Placed({ order: { number, page, url } }: { order: PlacedOrder }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Container className="flex flex-col items-start gap-5 py-16">
      <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold tracking-tight text-ink outline-none">
        We have your order {number}
      </h1>
      <p className="text-ink-muted">{url === null ? 'Its page opens.' : 'The page to pay it on opens.'}</p>
      <div className="flex flex-wrap gap-3">
        {url !== null && <LinkButton href={url}>Pay it</LinkButton>}
        <LinkButton href={page} variant={url === null ? 'primary' : 'secondary'}>
          Look at the order
        </LinkButton>
      </div>
    </Container>
  )
}

interface DetailsProps extends CheckoutScreenProps {
  cart: readonly CartLine[]
  quoting: ReturnType<typeof useQuote>
  quote: CartQuote
  onPlaced: (order: PlacedOrder) => void
}

/** The form keeps everything typed when the server refuses it. */
function Details({ cart, quoting: { isCurrent, again }, quote, email, onPlaced }: DetailsProps) {
  const [failure, setFailure] = useState('')
  // The same order however often it is sent; another one once something of it has changed.
  const press = useRef<{ of: string; key: string }>(undefined)
  const [first] = quote.ways
  const isReady = isCurrent && cart.every((line) => faultOf(quote, line) === undefined)
  const send = async (values: Values) => {
    setFailure('')
    const lines = cart.map(({ variantId, quantity }) => ({ productId: variantId, quantity }))
    const order = { ...values, lines, total: quote.total }
    const of = JSON.stringify(order)
    if (press.current?.of !== of) press.current = { of, key: newKey() }
    const { vanillaClient } = await import('~/trpc/vanilla-client')
    const placed = await vanillaClient.orders.checkout.mutate({ ...order, idempotencyKey: press.current.key })
    onPlaced(placed)
    for (const { variantId } of cart) setQuantity(variantId, 0)
    location.assign(placed.url ?? `${placed.page}#${ORDER_HEADING}`)
  }
  if (first === undefined)
    return <FormNote tone="info">Orders cannot be paid here at the moment. Please write to us: we send you an offer.</FormNote>
  const begun: Draft = {
    fullName: '',
    email: email ?? '',
    phone: '',
    deliveryAddress: '',
    billingAddress: '',
    company: '',
    vatNumber: '',
    payment: first,
  }
  return (
    <Form
      schema={checkoutDetails}
      defaultValues={begun}
      onSubmit={send}
      onFailure={(error) => {
        // The price or the stock may be another one by now.
        again()
        console.error('The order was not taken', error)
        void failureText(error).then(setFailure)
      }}
      className="flex flex-col gap-8"
    >
      {(form) => (
        <>
          <Fields form={form} />
          {email !== null && <OwnDetails form={form} />}
          <ChoiceGroup
            legend="How you pay"
            options={quote.ways.map((value) => ({ value, ...wayLabels[value] }))}
            value={form.watch('payment')}
            onChange={(way) => form.setValue('payment', way, { shouldDirty: true })}
          />
          {email !== null && <CreditNote takesTransfer={quote.ways.includes('transfer')} />}
          <div aria-live="polite" className="empty:hidden">
            {failure !== '' && <FormNote tone="danger">{failure}</FormNote>}
          </div>
          <Button type="submit" busy={form.formState.isSubmitting} disabled={!isReady} className="w-full sm:w-auto sm:self-start">
            {form.watch('payment') === 'card' ? `Order and pay ${formatEuro(quote.total)}` : `Order for ${formatEuro(quote.total)}`}
          </Button>
        </>
      )}
    </Form>
  )
}

function Fields({ form: { control, watch } }: { form: ZodForm<Draft, Values> }) {
  const deliveryAddress = watch('deliveryAddress')
  return (
    <>
      <fieldset className="grid min-w-0 gap-5 sm:grid-cols-2">
        <legend className="mb-4 text-lg font-semibold text-ink">You</legend>
        <TextField control={control} name="fullName" label="Name" autoComplete="name" required />
        <TextField control={control} name="email" label="Email" type="email" inputMode="email" autoComplete="email" required />
        <TextField
          control={control}
          name="phone"
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          hint="Optional, for the carrier"
        />
      </fieldset>
      <fieldset className="flex min-w-0 flex-col gap-5">
        <legend className="mb-4 text-lg font-semibold text-ink">Delivery</legend>
        <TextAreaField
          control={control}
          name="deliveryAddress"
          label="Delivery address"
          hint="Name or company, street, town, postcode and country"
          rows={4}
          autoComplete="shipping street-address"
          required
        />
        {deliveryAddress && <AddressNote text={deliveryAddress} />}
      </fieldset>
      <details className="rounded-card border border-line bg-surface px-5 py-4">
        <summary className="cursor-pointer font-medium text-ink">Bill to a company, or to another address</summary>
        <div className="mt-5 grid gap-5 sm:grid-cols-2">
          <TextField control={control} name="company" label="Company" autoComplete="organization" />
          <TextField control={control} name="vatNumber" label="VAT number" autoComplete="off" spellCheck={false} />
          <TextAreaField
            control={control}
            name="billingAddress"
            label="Billing address"
            hint="Empty: the delivery address"
            rows={4}
            autoComplete="billing street-address"
            className="sm:col-span-2"
          />
        </div>
      </details>
    </>
  )
}
