-- CreateTable
CREATE TABLE "mail_switch" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "template_key" TEXT NOT NULL,
    "is_on" BOOLEAN NOT NULL,
    "switched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mail_switch_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "mail_switch_tenant_id_template_key_id_idx" ON "mail_switch"("tenant_id", "template_key", "id");

-- What Prisma cannot express.

SELECT secure_tenant_table('mail_switch');
-- An owner of a chapter reads it, because payments of its members send mails.
SELECT chapter_wall_list('mail_switch');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

-- The switches of memberships, one row per mail.
SET LOCAL ROLE guildhall_system;
INSERT INTO mail_switch (tenant_id, template_key, is_on, switched_at)
  SELECT s.tenant_id, t.template_key, t.is_on, s.switched_at FROM membership_mail_switch s
  CROSS JOIN LATERAL (VALUES ('membership-joined', s.is_welcome_on), ('membership-renewed', s.is_renewed_on))
    AS t (template_key, is_on)
  ORDER BY s.tenant_id, s.id;
RESET ROLE;

-- DropTable
DROP TABLE "membership_mail_switch";
