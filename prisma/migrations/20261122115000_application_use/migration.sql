-- CreateTable
CREATE TABLE "application_use" (
    "tenant_id" INTEGER NOT NULL,
    "permission_id" INTEGER NOT NULL,
    "secret_id" INTEGER NOT NULL,
    "last_used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "application_use_pkey" PRIMARY KEY ("tenant_id","permission_id","secret_id")
);

-- AddForeignKey
ALTER TABLE "application_use" ADD CONSTRAINT "application_use_tenant_id_permission_id_fkey" FOREIGN KEY ("tenant_id", "permission_id") REFERENCES "application_permission"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What Prisma cannot express.

SELECT secure_tenant_table('application_use');
SELECT chapter_wall_closed('application_use');
-- The kernel writes it, when a credential is used.
REVOKE INSERT, UPDATE, DELETE ON application_use FROM guildhall_app;
