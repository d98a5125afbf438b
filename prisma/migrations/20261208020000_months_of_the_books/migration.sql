-- CreateTable
CREATE TABLE "journal_month" (
    "tenant_id" INTEGER NOT NULL,
    "month" DATE NOT NULL,
    "account_id" INTEGER NOT NULL,
    "document_kind" TEXT NOT NULL,
    "slot" SMALLINT NOT NULL,
    "amount" DECIMAL(18,2) NOT NULL,

    CONSTRAINT "journal_month_pkey" PRIMARY KEY ("tenant_id","month","account_id","document_kind","slot")
);

-- CreateIndex
CREATE INDEX "journal_month_tenant_id_account_id_month_idx" ON "journal_month"("tenant_id", "account_id", "month");

-- What Prisma cannot express.

SELECT secure_tenant_table('journal_month');
SELECT chapter_wall_closed('journal_month');
REVOKE INSERT, UPDATE, DELETE ON journal_month FROM guildhall_app, guildhall_chapter;

-- Lines are only added, and a merge changes only their contact: no other trigger is needed.
GRANT CREATE ON SCHEMA public TO guildhall_system;
CREATE FUNCTION journal_month_added() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO journal_month AS m (tenant_id, month, account_id, document_kind, slot, amount)
    SELECT a.tenant_id, date_trunc('month', a.posted_on)::date, a.account_id, e.document_kind, pg_backend_pid() % 8, sum(a.amount)
    FROM added a JOIN journal_entry e ON e.tenant_id = a.tenant_id AND e.id = a.entry_id
    GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (tenant_id, month, account_id, document_kind, slot) DO UPDATE SET amount = m.amount + excluded.amount;
  RETURN NULL;
END $$;
ALTER FUNCTION journal_month_added() OWNER TO guildhall_system;
REVOKE EXECUTE ON FUNCTION journal_month_added() FROM PUBLIC;
REVOKE CREATE ON SCHEMA public FROM guildhall_system;
CREATE TRIGGER journal_month_added AFTER INSERT ON journal_line REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION journal_month_added();

-- The existing lines.
SET LOCAL ROLE guildhall_system;
INSERT INTO journal_month (tenant_id, month, account_id, document_kind, slot, amount)
  SELECT l.tenant_id, date_trunc('month', l.posted_on)::date, l.account_id, e.document_kind, 0, sum(l.amount)
  FROM journal_line l JOIN journal_entry e ON e.tenant_id = l.tenant_id AND e.id = l.entry_id
  GROUP BY 1, 2, 3, 4;
RESET ROLE;
