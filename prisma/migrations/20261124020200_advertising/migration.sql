-- Advertising: sites with their pages, display ads, where they are shown, and how often.

-- CreateTable
CREATE TABLE "site" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "site_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "site_domain" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "site_id" INTEGER NOT NULL,
    "host" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,

    CONSTRAINT "site_domain_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "site_module" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "type_id" INTEGER NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "is_allowed" BOOLEAN NOT NULL DEFAULT true,

    CONSTRAINT "site_module_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "site_page" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "site_id" INTEGER NOT NULL,
    "module_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "path" TEXT NOT NULL,

    CONSTRAINT "site_page_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "custom_ad_location" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "name_key" TEXT NOT NULL,

    CONSTRAINT "custom_ad_location_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ad_spot" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "page_id" INTEGER,
    "position" SMALLINT,
    "location_id" INTEGER,
    "advertising_type_id" SMALLINT,

    CONSTRAINT "ad_spot_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "display_ad" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "audit_id" INTEGER NOT NULL DEFAULT 1,
    "contact_id" INTEGER NOT NULL,
    "title" TEXT NOT NULL,
    "starts_on" DATE,
    "ends_on" DATE,
    "destination_url" TEXT,
    "opens_new_window" BOOLEAN NOT NULL DEFAULT false,
    "area_id" SMALLINT NOT NULL DEFAULT 4,
    "width" INTEGER NOT NULL DEFAULT 0,
    "height" INTEGER NOT NULL DEFAULT 0,
    "image_file_id" INTEGER,
    "image_width" INTEGER,
    "image_height" INTEGER,
    "image_description" TEXT,

    CONSTRAINT "display_ad_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ad_placement" (
    "tenant_id" INTEGER NOT NULL,
    "id" SERIAL NOT NULL,
    "ad_id" INTEGER NOT NULL,
    "spot_id" INTEGER NOT NULL,

    CONSTRAINT "ad_placement_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "ad_count" (
    "tenant_id" INTEGER NOT NULL,
    "id" BIGSERIAL NOT NULL,
    "ad_id" INTEGER NOT NULL,
    "spot_id" INTEGER,
    "day" DATE NOT NULL,
    "impressions" BIGINT NOT NULL DEFAULT 0,
    "clicks" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "ad_count_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "site_tenant_id_name_key_key" ON "site"("tenant_id", "name_key");

-- CreateIndex
CREATE INDEX "site_domain_tenant_id_site_id_idx" ON "site_domain"("tenant_id", "site_id");

-- CreateIndex
CREATE UNIQUE INDEX "site_domain_tenant_id_host_key" ON "site_domain"("tenant_id", "host");

-- CreateIndex
CREATE UNIQUE INDEX "site_module_tenant_id_type_id_key" ON "site_module"("tenant_id", "type_id");

-- CreateIndex
CREATE INDEX "site_page_tenant_id_module_id_idx" ON "site_page"("tenant_id", "module_id");

-- CreateIndex
CREATE UNIQUE INDEX "site_page_tenant_id_site_id_path_key" ON "site_page"("tenant_id", "site_id", "path");

-- CreateIndex
CREATE UNIQUE INDEX "custom_ad_location_tenant_id_name_key_key" ON "custom_ad_location"("tenant_id", "name_key");

-- CreateIndex
CREATE UNIQUE INDEX "ad_spot_tenant_id_page_id_position_key" ON "ad_spot"("tenant_id", "page_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "ad_spot_tenant_id_location_id_key" ON "ad_spot"("tenant_id", "location_id");

-- CreateIndex
CREATE INDEX "display_ad_tenant_id_contact_id_idx" ON "display_ad"("tenant_id", "contact_id");

-- CreateIndex
CREATE INDEX "ad_placement_tenant_id_spot_id_idx" ON "ad_placement"("tenant_id", "spot_id");

-- CreateIndex
CREATE UNIQUE INDEX "ad_placement_tenant_id_ad_id_spot_id_key" ON "ad_placement"("tenant_id", "ad_id", "spot_id");

-- CreateIndex
CREATE INDEX "ad_count_tenant_id_spot_id_idx" ON "ad_count"("tenant_id", "spot_id");

-- CreateIndex
CREATE INDEX "ad_count_tenant_id_day_idx" ON "ad_count"("tenant_id", "day");

-- CreateIndex
CREATE UNIQUE INDEX "ad_count_tenant_id_ad_id_spot_id_day_key" ON "ad_count"("tenant_id", "ad_id", "spot_id", "day");

-- AddForeignKey
ALTER TABLE "site_domain" ADD CONSTRAINT "site_domain_tenant_id_site_id_fkey" FOREIGN KEY ("tenant_id", "site_id") REFERENCES "site"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "site_page" ADD CONSTRAINT "site_page_tenant_id_site_id_fkey" FOREIGN KEY ("tenant_id", "site_id") REFERENCES "site"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "site_page" ADD CONSTRAINT "site_page_tenant_id_module_id_fkey" FOREIGN KEY ("tenant_id", "module_id") REFERENCES "site_module"("tenant_id", "type_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ad_spot" ADD CONSTRAINT "ad_spot_tenant_id_page_id_fkey" FOREIGN KEY ("tenant_id", "page_id") REFERENCES "site_page"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ad_spot" ADD CONSTRAINT "ad_spot_tenant_id_location_id_fkey" FOREIGN KEY ("tenant_id", "location_id") REFERENCES "custom_ad_location"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "display_ad" ADD CONSTRAINT "display_ad_tenant_id_contact_id_fkey" FOREIGN KEY ("tenant_id", "contact_id") REFERENCES "contact"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ad_placement" ADD CONSTRAINT "ad_placement_tenant_id_ad_id_fkey" FOREIGN KEY ("tenant_id", "ad_id") REFERENCES "display_ad"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ad_placement" ADD CONSTRAINT "ad_placement_tenant_id_spot_id_fkey" FOREIGN KEY ("tenant_id", "spot_id") REFERENCES "ad_spot"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ad_count" ADD CONSTRAINT "ad_count_tenant_id_ad_id_fkey" FOREIGN KEY ("tenant_id", "ad_id") REFERENCES "display_ad"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "ad_count" ADD CONSTRAINT "ad_count_tenant_id_spot_id_fkey" FOREIGN KEY ("tenant_id", "spot_id") REFERENCES "ad_spot"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- What Prisma cannot express.

DO $$
DECLARE
  owned text;
BEGIN
  FOREACH owned IN ARRAY ARRAY['site', 'site_domain', 'site_module', 'site_page', 'custom_ad_location', 'ad_spot',
    'display_ad', 'ad_placement', 'ad_count']
  LOOP
    PERFORM secure_tenant_table(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['site', 'site_page', 'custom_ad_location', 'ad_spot'] LOOP
    PERFORM chapter_wall_list(owned::regclass);
  END LOOP;
  FOREACH owned IN ARRAY ARRAY['site_domain', 'site_module', 'ad_count'] LOOP
    PERFORM chapter_wall_closed(owned::regclass);
  END LOOP;
END $$;
SELECT chapter_wall_by_contact('display_ad', 'contact_id');
SELECT chapter_wall_by_parent('ad_placement', 'ad_id,display_ad,contact_id');
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO guildhall_app, guildhall_system, guildhall_chapter;

ALTER TABLE site_module ADD CONSTRAINT site_module_known CHECK (type_id BETWEEN 1 AND 9);
ALTER TABLE ad_spot
  ADD CONSTRAINT ad_spot_place CHECK (num_nonnulls(page_id, location_id) = 1 AND (page_id IS NULL) = (position IS NULL)),
  ADD CONSTRAINT ad_spot_position CHECK (position IN (1, 2)),
  ADD CONSTRAINT ad_spot_type CHECK (advertising_type_id IN (1, 2));
ALTER TABLE display_ad
  ADD CONSTRAINT display_ad_days CHECK (ends_on >= starts_on),
  ADD CONSTRAINT display_ad_area CHECK (area_id BETWEEN 1 AND 4);
ALTER TABLE ad_count ADD CONSTRAINT ad_count_counted CHECK (impressions >= 0 AND clicks >= 0);

-- The counts of the same day are updated many times: room in the page keeps the updates out of the indexes.
ALTER TABLE ad_count SET (fillfactor = 50);

INSERT INTO site_module (tenant_id, type_id) SELECT t.id, module FROM tenant t, generate_series(1, 9) AS module;
