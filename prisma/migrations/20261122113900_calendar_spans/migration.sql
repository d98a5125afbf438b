-- CreateIndex
CREATE INDEX "calendar_item_tenant_id_calendar_id_last_ends_at_idx" ON "calendar_item"("tenant_id", "calendar_id", "last_ends_at");

-- CreateIndex
CREATE INDEX "calendar_item_override_tenant_id_local_end_idx" ON "calendar_item_override"("tenant_id", "local_end");
