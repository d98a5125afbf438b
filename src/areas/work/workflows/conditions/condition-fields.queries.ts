import type { WorkflowCondition } from '../../../../contract/work/workflows.ts'
import type { SqlRunner } from '../../../../kernel/tenancy/direct-transaction.ts'
import type { Scope } from '../../../../kernel/tenancy/scope.ts'
import { OBJECT_TYPE } from '../../../people/custom-fields/values/field.ts'
import { type FieldSet, readFieldSet } from '../../../people/custom-fields/values/fields.queries.ts'

/** Object 0 has no values: only the fields are wanted. */
const NOBODY = 0

/** The custom fields of contacts, where conditions ask for any. */
export const loadConditionFields = async (
  runner: SqlRunner,
  { db }: Scope,
  conditions: readonly WorkflowCondition[],
): Promise<FieldSet> => {
  if (conditions.every(({ Type }) => Type !== 'customField'))
    return { fields: [], countries: [], current: [], isNew: true }
  const { contact, individual, organization } = OBJECT_TYPE
  return readFieldSet(runner, db.tenantId, { objectTypes: [contact, individual, organization], objectId: NOBODY })
}
