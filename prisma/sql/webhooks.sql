-- Constraints and indexes

ALTER TABLE webhook ADD CONSTRAINT webhook_payload_style CHECK (payload_style IN ('thin', 'full'));
ALTER TABLE webhook_delivery ADD CONSTRAINT webhook_delivery_status CHECK (status IN ('preparing', 'waiting', 'sending',
  'held', 'delivered', 'failed', 'dropped'));

CREATE INDEX "webhook_deleted" ON "webhook" ("deleted_at") WHERE "deleted_at" IS NOT NULL;
CREATE INDEX webhook_delivery_failed ON webhook_delivery (tenant_id, webhook_id) WHERE status = 'failed';
CREATE INDEX webhook_delivery_not_yet ON webhook_delivery (tenant_id, webhook_id) WHERE status IN ('held', 'preparing');
-- Senders jump from webhook to webhook, and take of each what is due, beside what is under way.
CREATE INDEX webhook_delivery_open ON webhook_delivery (tenant_id, webhook_id, due_at, id)
  WHERE status IN ('waiting', 'sending');
CREATE INDEX webhook_delivery_sending ON webhook_delivery (due_at) WHERE status = 'sending';
CREATE INDEX "webhook_secret_sealed_key" ON "webhook_secret" ((left("sealed", 8)), "tenant_id", "id");

-- Access

SELECT secure_tenant_table('webhook');
SELECT chapter_wall_closed('webhook');

SELECT secure_tenant_table('webhook_secret');
SELECT chapter_wall_closed('webhook_secret');

SELECT secure_tenant_table('webhook_delivery');
SELECT chapter_wall_closed('webhook_delivery');

SELECT secure_tenant_table('webhook_attempt');
SELECT chapter_wall_closed('webhook_attempt');
