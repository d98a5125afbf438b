import type { Task } from '#kernel/jobs/task'
import { systemScope } from '#kernel/outbox/deliver'
import { lockRows } from '#kernel/records/lock'
import type { Scope } from '#kernel/tenancy/scope'
import { dayIn } from '#kernel/time/day'
import { queueMail } from '#services/mail/queue-mail'
import { hashOfKey, newLinkToken } from '../carts/cart-keys.model.ts'
import { EXPIRE_REGISTRATION_LINK, expireLink, formOfLink, MAIL_REGISTRATION_LINK } from './links.service.ts'

interface LinkJob {
  tenantId: number
  linkId: number
}

/**
 * Returns the jobs of links that continue registrations.
 *
 * @param origin of this server for recipients, without a slash at the end.
 */
export const registrationLinkTasks = (origin: string): Record<string, Task> => ({
  [MAIL_REGISTRATION_LINK]: async (context, payload) => {
    const { tenantId, linkId } = payload as LinkJob
    await mailLink(await systemScope(context, tenantId), origin, linkId)
  },
  [EXPIRE_REGISTRATION_LINK]: async (context, payload) => {
    const { tenantId, linkId } = payload as LinkJob
    await expireLink(await systemScope(context, tenantId), linkId)
  },
})

/** Makes the token of a link and queues its mail. A repeated job sends none. */
const mailLink = (scope: Scope, origin: string, id: number): Promise<void> =>
  scope.db.transaction(async (tx) => {
    const { tenantId } = scope.db
    await lockRows(scope, tx, { table: 'event_registration_link' }, [id])
    const link = await tx.eventRegistrationLink.findFirst({ where: { tenantId, id }, include: { event: true } })
    if (!link || link.tokenHash !== null) return
    const token = newLinkToken()
    await tx.eventRegistrationLink.updateMany({ where: { tenantId, id }, data: { tokenHash: hashOfKey(token) } })
    const { FirstName, LastName, OrganizationName, EmailAddress } = formOfLink(link).BillingInfo ?? {}
    const name = [FirstName, LastName].filter(Boolean).join(' ') || (OrganizationName ?? null)
    const { event } = link
    await queueMail(scope, tx, [
      {
        key: `event-registration-link:${id}`,
        templateKey: 'event-registration-link',
        to: { address: EmailAddress?.trim() ?? '', name, contactId: null },
        data: {
          ...(FirstName && { first_name: FirstName }),
          event: { name: event.name, starts_on: dayIn(event.timeZone, event.startsAt) },
          registration: { url: `${origin}/events/${scope.tenant.key}/${event.id}/links/${token}` },
        },
      },
    ])
  })
