-- A million members who refresh their tokens each hour pass 2^31 within 90 days.
ALTER TABLE "oauth_code" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "oauth_code_id_seq" AS BIGINT;
ALTER TABLE "oauth_token" ALTER COLUMN "id" SET DATA TYPE BIGINT;
ALTER SEQUENCE "oauth_token_id_seq" AS BIGINT;
