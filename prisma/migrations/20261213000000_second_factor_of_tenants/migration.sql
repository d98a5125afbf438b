-- A tenant can require a second factor of its staff. Seats have versions.

ALTER TABLE "tenant" ADD COLUMN "requires_second_factor" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "staff" ADD COLUMN "audit_id" INTEGER NOT NULL DEFAULT 1;

GRANT UPDATE (requires_second_factor) ON tenant TO guildhall_app;
