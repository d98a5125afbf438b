-- A link to set a new password leads on to the page that the person wanted. A newer link of a member ends the earlier ones of its purpose.

ALTER TABLE "login_link" ADD COLUMN "next" TEXT;
ALTER TABLE "member_link" ADD COLUMN "purpose" TEXT;
