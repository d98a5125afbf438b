import type { NativeExecution as NativeExecutionShape } from '#contract/integration/native-integrations'
import type { NativeExecution } from '#prisma/client'

export const presentExecution = ({
  executionId,
  integrationId,
  trigger,
  number,
  status,
  id,
}: NativeExecution): NativeExecutionShape => ({
  ExecutionId: executionId,
  IntegrationId: String(integrationId),
  Trigger: trigger,
  Number: number,
  Status: status as NativeExecutionShape['Status'],
  JobId: String(id),
})
