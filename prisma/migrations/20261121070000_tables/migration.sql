-- Substring search by index on every list.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A UUID whose order is the order of creation (RFC 9562, version 7): the shop sorts products by id.
CREATE FUNCTION uuid_by_time() RETURNS uuid LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(
      set_bit(
        overlay(uuid_send(gen_random_uuid()) PLACING substring(int8send(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
        52, 1),
      53, 1),
    'hex')::uuid
$$;

-- CreateEnum
CREATE TYPE "user_role" AS ENUM ('customer', 'admin');

-- CreateEnum
CREATE TYPE "order_status" AS ENUM ('pending', 'processing', 'completed', 'cancelled');

-- CreateEnum
CREATE TYPE "repair_status" AS ENUM ('received', 'diagnosing', 'repairing', 'testing', 'completed', 'shipped');

-- CreateEnum
CREATE TYPE "trade_in_status" AS ENUM ('submitted', 'evaluated', 'approved', 'rejected', 'completed');

-- CreateTable
CREATE TABLE "users" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "email" TEXT NOT NULL,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL DEFAULT (now() + '30 days'::interval),
    "revoked_at" TIMESTAMPTZ(3),
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "profiles" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "user_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "full_name" TEXT,
    "phone" TEXT,
    "role" "user_role" NOT NULL DEFAULT 'customer',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "profiles_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "orders" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "order_number" TEXT NOT NULL,
    "user_id" UUID,
    "status" "order_status" NOT NULL DEFAULT 'pending',
    "total_amount" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "orders_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "products" (
    "id" UUID NOT NULL DEFAULT uuid_by_time(),
    "name" TEXT NOT NULL,
    "category" TEXT NOT NULL,
    "manufacturer" TEXT,
    "model" TEXT,
    "price" DECIMAL(12,2),
    "stock_quantity" INTEGER NOT NULL DEFAULT 0,
    "description" TEXT,
    "image_url" TEXT,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "is_pre_order" BOOLEAN NOT NULL DEFAULT false,
    "condition" TEXT NOT NULL DEFAULT 'New',
    "collections" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rating" DECIMAL(2,1),
    "hashrate" TEXT,
    "power" TEXT,
    "efficiency" TEXT,
    "shop_url" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "products_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "repairs" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "repair_number" TEXT NOT NULL,
    "user_id" UUID,
    "status" "repair_status" NOT NULL DEFAULT 'received',
    "device_info" JSONB NOT NULL DEFAULT '{}',
    "problem_description" TEXT,
    "diagnosis" TEXT,
    "repair_notes" TEXT,
    "estimated_cost" DECIMAL(12,2),
    "actual_cost" DECIMAL(12,2),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "repairs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade_ins" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "trade_in_number" TEXT NOT NULL,
    "user_id" UUID,
    "status" "trade_in_status" NOT NULL DEFAULT 'submitted',
    "device_info" JSONB NOT NULL DEFAULT '{}',
    "condition_assessment" TEXT,
    "evaluation_notes" TEXT,
    "estimated_value" DECIMAL(12,2),
    "final_value" DECIMAL(12,2),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "trade_ins_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "trade_in_machines" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "manufacturer" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "category" TEXT NOT NULL DEFAULT 'ASIC Miner',
    "hashrate" TEXT NOT NULL DEFAULT '',
    "power_consumption" TEXT NOT NULL DEFAULT '',
    "base_value_excellent" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "base_value_good" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "base_value_fair" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "base_value_poor" DECIMAL(12,2) NOT NULL DEFAULT 0,
    "is_active" BOOLEAN NOT NULL DEFAULT true,
    "notes" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "trade_in_machines_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "website_settings" (
    "setting_key" TEXT NOT NULL,
    "setting_value" TEXT NOT NULL DEFAULT '',
    "setting_category" TEXT NOT NULL DEFAULT 'general',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "website_settings_pkey" PRIMARY KEY ("setting_key")
);

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_expires_at_idx" ON "sessions"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "profiles_user_id_key" ON "profiles"("user_id");

-- CreateIndex
CREATE INDEX "profiles_created_at_id_idx" ON "profiles"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "profiles_role_created_at_id_idx" ON "profiles"("role", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "profiles_search_idx" ON "profiles" USING GIN ("email" gin_trgm_ops, "full_name" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "orders_order_number_key" ON "orders"("order_number");

-- CreateIndex
CREATE INDEX "orders_created_at_id_idx" ON "orders"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_status_created_at_id_idx" ON "orders"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "orders_user_id_idx" ON "orders"("user_id");

-- CreateIndex
CREATE INDEX "orders_search_idx" ON "orders" USING GIN ("order_number" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "products_created_at_id_idx" ON "products"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "products_is_active_id_idx" ON "products"("is_active", "id");

-- CreateIndex
CREATE INDEX "products_search_idx" ON "products" USING GIN ("name" gin_trgm_ops, "category" gin_trgm_ops, "manufacturer" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "repairs_repair_number_key" ON "repairs"("repair_number");

-- CreateIndex
CREATE INDEX "repairs_created_at_id_idx" ON "repairs"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "repairs_status_created_at_id_idx" ON "repairs"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "repairs_user_id_idx" ON "repairs"("user_id");

-- CreateIndex
CREATE INDEX "repairs_search_idx" ON "repairs" USING GIN ("repair_number" gin_trgm_ops);

-- CreateIndex
CREATE UNIQUE INDEX "trade_ins_trade_in_number_key" ON "trade_ins"("trade_in_number");

-- CreateIndex
CREATE INDEX "trade_ins_created_at_id_idx" ON "trade_ins"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "trade_ins_status_created_at_id_idx" ON "trade_ins"("status", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "trade_ins_user_id_idx" ON "trade_ins"("user_id");

-- CreateIndex
CREATE INDEX "trade_ins_search_idx" ON "trade_ins" USING GIN ("trade_in_number" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "trade_in_machines_manufacturer_model_id_idx" ON "trade_in_machines"("manufacturer", "model", "id");

-- CreateIndex
CREATE INDEX "trade_in_machines_is_active_manufacturer_model_id_idx" ON "trade_in_machines"("is_active", "manufacturer", "model", "id");

-- CreateIndex
CREATE INDEX "trade_in_machines_search_idx" ON "trade_in_machines" USING GIN ("manufacturer" gin_trgm_ops, "model" gin_trgm_ops, "category" gin_trgm_ops);

-- CreateIndex
CREATE INDEX "website_settings_setting_category_setting_key_idx" ON "website_settings"("setting_category", "setting_key");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "profiles" ADD CONSTRAINT "profiles_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "orders" ADD CONSTRAINT "orders_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "repairs" ADD CONSTRAINT "repairs_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trade_ins" ADD CONSTRAINT "trade_ins_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateIndex
CREATE INDEX "trade_in_machines_base_value_excellent_id_idx" ON "trade_in_machines"("base_value_excellent", "id");
