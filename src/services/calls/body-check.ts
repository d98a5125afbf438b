import { contractSchemas } from '#kernel/contract/catalogue'
import { describeFaults } from '#kernel/errors/fault-messages'
import type { FieldFault } from '#kernel/errors/problem'
import { buildValidator } from '#kernel/http/validation'

/** A parsed body that did not come over HTTP, or its errors. */
export type CheckedBody<B> = { value: B; faults: [] } | { value: undefined; faults: FieldFault[] }

/** Parses and validates bodies by a schema of the contract exactly as requests are: for imports of the same records. */
export const bodyCheck = <B>(schema: object): ((sent: object) => CheckedBody<B>) => {
  const shared = Object.fromEntries(contractSchemas.map((shape) => [String(shape.$id), shape]))
  const validate = buildValidator(shared)({ schema, httpPart: 'body' })
  return (sent) => {
    const checked = validate(sent)
    if ('value' in checked) return { value: checked.value as B, faults: [] }
    const faults = describeFaults(checked.error.validation, (path) => path)
    return { value: undefined, faults }
  }
}
