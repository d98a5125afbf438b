-- AlterTable
ALTER TABLE "workflow_step_run" ADD COLUMN     "type_id" SMALLINT;
