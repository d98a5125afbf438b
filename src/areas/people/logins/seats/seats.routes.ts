import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import type { Seat } from '#contract/people/logins'
import { operations } from '#contract/people/logins'
import type { SeatSaveInput } from '#contract/people/logins-seats'
import { serve } from '#kernel/http/serve'
import { serveAction } from '#kernel/http/serve-forms'
import { expectedVersion, sendVersion } from '#kernel/http/versions'
import type { Scope } from '#kernel/tenancy/scope'
import type { ListedSeat } from '#services/identity/seat-lists'
import type { SeatInput } from '#services/identity/seat-saves'
import { seatAccess } from './seat-access.routes.ts'

const presentSeat = (seat: ListedSeat): Seat => ({
  LoginId: seat.loginId,
  AuditId: seat.auditId,
  Name: seat.name,
  EmailAddress: seat.email,
  RoleName: seat.roleName,
  ContactId: seat.contactId,
  IsDisabled: seat.disabledAt !== null,
  HasSecondFactor: seat.hasSecondFactor,
  LastSignInDate: seat.lastSignInAt?.toISOString() ?? null,
  CreatedDate: seat.createdAt.toISOString(),
})

/** Parses a seat. What is left out is absent; the id 0 of a contact means none. */
const parseSeat = ({ EmailAddress, Name, RoleName, ContactId }: SeatSaveInput): SeatInput => ({
  ...(EmailAddress && { email: EmailAddress }),
  ...(Name && { name: Name }),
  ...(RoleName && { roleName: RoleName }),
  ...(ContactId !== undefined && { contactId: ContactId || null }),
})

const send = (reply: FastifyReply, seat: ListedSeat): Seat => {
  sendVersion(reply, seat.auditId)
  return presentSeat(seat)
}

/** Serves the seats of a tenant: the logins of staff that have access to it. */
export const seats: FastifyPluginAsync = async (app) => {
  const { identity } = app
  const get = (scope: Scope, loginId: number) => identity.seats.get(scope, loginId)

  await app.register(seatAccess)

  serve(app, operations.listSeats, async ({ scope }) => (await identity.seats.list(scope)).map(presentSeat))

  serve(app, operations.getSeat, async ({ scope, params }, reply) => send(reply, await get(scope, params.loginId)))

  serve(app, operations.saveSeat, async (request, reply) => {
    const { scope, params, body } = request
    const input = parseSeat(body)
    if (params.loginId === 0) return send(reply, await get(scope, await identity.seats.add(scope, input)))
    await identity.seats.change(scope, params.loginId, input, expectedVersion(request, body.AuditId))
    await app.credentialsSettled()
    return send(reply, await get(scope, params.loginId))
  })

  serve(app, operations.removeSeat, async ({ scope, params }) => {
    await identity.removeSeat(scope, params.loginId)
    await app.credentialsSettled()
    return {}
  })

  serveAction(app, operations.resetSeatPassword, (scope, { params }) => identity.mailSeatReset(scope, params.loginId))

  serve(app, operations.resetSecondFactor, async ({ scope, params }) => {
    await identity.resetSeatFactors(scope, params.loginId)
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.disableLogin, async ({ scope, params }) => {
    await identity.setSeatDisabled(scope, params.loginId, true)
    await app.credentialsSettled()
    return {}
  })

  serve(app, operations.enableLogin, async ({ scope, params }) => {
    await identity.setSeatDisabled(scope, params.loginId, false)
    await app.credentialsSettled()
    return {}
  })
}
