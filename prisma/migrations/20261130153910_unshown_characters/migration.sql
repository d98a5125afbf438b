-- AlterTable
ALTER TABLE "printout" ADD COLUMN     "unshown" TEXT[] DEFAULT ARRAY[]::TEXT[];
