-- A tenant can take people into its contacts when their registration or purchase is paid.
ALTER TABLE "tenant" ADD COLUMN "takes_in_paid_people" BOOLEAN NOT NULL DEFAULT false;
GRANT UPDATE (takes_in_paid_people) ON tenant TO guildhall_app;
