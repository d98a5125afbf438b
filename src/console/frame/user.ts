import type { Operation, ResponseOf } from '#kernel/contract/schema'
import { covers } from '#kernel/contract/scopes'
import type { OperationInput } from '#services/calls/call-operation'
import type { StaffSeat } from '#services/identity/seats'
import type { StaffRequest } from '#services/identity/staff-pages'
import { Refused, shownProblem } from './refused.ts'

/** An organization in which the login has a seat. */
export interface ConsoleTenant {
  key: string
  name: string
}

export interface CallReply<O extends Operation> {
  body: ResponseOf<O>
  /** Returns a header of the response; undefined if it is absent. */
  header(name: string): string | undefined
}

/** The signed-in user of the console in one organization. Its calls have the rights of its role there. */
export interface ConsoleUser {
  readonly displayName: string
  readonly tenant: ConsoleTenant
  /** IANA name of the time zone of the organization. */
  readonly timeZone: string
  /** ISO 4217 code of the currency of the organization. */
  readonly currencyCode: string
  /** Every organization that the user can choose. */
  readonly tenants: readonly ConsoleTenant[]
  /** Proves that a form was made for this session. */
  readonly formToken: string
  /** The address of the pages of the own account. */
  readonly accountPath: string
  /** Whether the role includes a scope. */
  can(scope: string): boolean
  /** Calls a public operation. @throws Refused if its response is a problem. */
  call<O extends Operation>(operation: O, input?: OperationInput<O>): Promise<CallReply<O>>
}

/** Returns the address of a page of the console in an organization. */
export const addressOf = (tenantKey: string, path = ''): string => `/console/${tenantKey}${path}`

export const tenantOf = ({ tenantKey, tenantName }: StaffSeat): ConsoleTenant => ({ key: tenantKey, name: tenantName })

/** The user of a request in one of its organizations. */
export const consoleUser = (
  { login, seats, formToken, accountPath, call }: StaffRequest,
  seat: StaffSeat,
): ConsoleUser => ({
  displayName: login.displayName,
  tenant: tenantOf(seat),
  timeZone: seat.timeZone,
  currencyCode: seat.currencyCode,
  tenants: seats.map(tenantOf),
  formToken,
  accountPath,
  can: (scope) => covers(seat.scopes, scope),
  call: async (operation, input) => {
    const response = await call(seat, operation, input)
    if (!response.isOk) throw new Refused(shownProblem(response.problem))
    const { value: body, headers } = response
    return { body, header: (name) => (headers[name] === undefined ? undefined : String(headers[name])) }
  },
})
