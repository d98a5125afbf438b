import { expect, test } from 'vitest'
import { parseStates } from '#areas/integration/connections/states/states.input'
import { Problem } from '#kernel/errors/problem'

const state = { contactId: 1, systemTypeId: 1, version: 1, isActive: true, isEditable: false }

/** The pointer of the fault of a message with one state, as a source of another installation can send it. */
const pointerOf = (changed: object): string | undefined => {
  try {
    parseStates({ Contacts: [{ ...state, ...changed }] })
    return undefined
  } catch (error) {
    return error instanceof Problem ? error.errors[0]?.pointer : String(error)
  }
}

test.each([2147483648, 9999999999])(
  'a state with the number %d, beyond the range of its column, is rejected',
  (number) => {
    expect(pointerOf({})).toBeUndefined()
    expect(pointerOf({ contactId: number })).toBe('/Data/contactId')
    expect(pointerOf({ version: number })).toBe('/Data/version')
    const joined = { joinedOn: '2026-01-01', startsOn: '2026-01-01', endsOn: '2026-12-31' }
    const role = { roleId: 1, organizationId: 2, displayOnWeb: true }
    expect(pointerOf({ roles: [role] })).toBeUndefined()
    expect(pointerOf({ roles: [{ ...role, organizationId: number }] })).toBe('/Data/organizationId')
    expect(pointerOf({ memberships: [{ typeId: number, ...joined }] })).toBe('/Data/typeId')
  },
)
