import type { AssocDeleteInput, AssocTransactionInput } from '#contract/integration/association-sync'
import { schemas } from '#contract/integration/association-sync'
import { describeFaults } from '#kernel/errors/fault-messages'
import { badInput, badInputs } from '#kernel/errors/problem'
import { buildValidator } from '#kernel/http/validation'
import { NATIONAL, parseDeletion, parseTransaction } from './transactions.input.ts'
import type { SyncTransaction } from './transactions.model.ts'

const validators = buildValidator(Object.fromEntries(schemas.map((schema) => [String(schema.$id), schema])))
const shapes = {
  transaction: validators({ schema: { $ref: 'AssocTransaction#' }, httpPart: 'body' }),
  deletion: validators({ schema: { $ref: 'AssocDelete#' }, httpPart: 'body' }),
}

/**
 * Parses a change that the national registry has sent, by the rules of the operations of the sync. Its origin is always the
 * national body.
 *
 * @param body the fields of a transaction; of a deletion with ContactType.
 * @throws 400; 422 transaction-rule.
 */
export const readTransaction = (operation: string, body: unknown): SyncTransaction => {
  const fields = typeof body === 'object' && body !== null ? body : {}
  const systemTypeId = new Map(Object.entries(fields)).get('ContactType') === 'Business' ? 2 : 1
  const parsed = parse(operation, systemTypeId, fields)
  return { ...parsed, origin: NATIONAL }
}

const parse = (operation: string, systemTypeId: 1 | 2, fields: object): SyncTransaction => {
  if (operation === 'delete') return parseDeletion(systemTypeId, validated<AssocDeleteInput>(shapes.deletion, fields))
  if (operation !== 'upsert' && operation !== 'move') throw badInput('/Operation', 'must be upsert, move or delete')
  const sent = validated<AssocTransactionInput>(shapes.transaction, { Transaction: fields, IsNational: true })
  return parseTransaction(operation, systemTypeId, sent)
}

const validated = <T>(validate: ReturnType<typeof validators>, fields: object): T => {
  const result = validate(fields)
  if ('value' in result) return result.value as T
  throw badInputs(describeFaults(result.error.validation, (path) => path))
}
