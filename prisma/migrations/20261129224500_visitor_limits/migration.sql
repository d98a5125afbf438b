-- AlterTable
ALTER TABLE "event_order" ADD COLUMN     "visitor_hash" BYTEA;

-- What Prisma cannot express.

-- The open carts of one address.
-- by hand: event_order_open_cart
CREATE INDEX event_order_open_cart ON event_order (tenant_id, event_id, visitor_hash) WHERE state = 'cart';
