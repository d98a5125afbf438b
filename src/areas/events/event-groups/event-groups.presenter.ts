import { JsonText } from '#kernel/http/serve'
import type { GroupRow } from './event-groups.queries.ts'

/** A deleted table as it was before. */
export const presentDeleted = ({ text }: GroupRow): JsonText =>
  new JsonText(JSON.stringify({ ...JSON.parse(text), IsDeleted: true }))
