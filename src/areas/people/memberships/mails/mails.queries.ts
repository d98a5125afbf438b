import type { Scope } from '#kernel/tenancy/scope'
import type { Models } from '#kernel/tenancy/tenant-db'

/** The mails that memberships send by themselves, and whether the tenant sends them. */
export interface MailSwitches {
  isWelcomeOn: boolean
  isRenewedOn: boolean
}

/** Returns what the tenant has switched last; a new tenant sends both mails. */
export const getMailSwitches = async ({ db }: Pick<Scope, 'db'>, models: Models = db.prisma): Promise<MailSwitches> => {
  const found = await models.membershipMailSwitch.findFirst({
    where: { tenantId: db.tenantId },
    orderBy: { id: 'desc' },
    select: { isWelcomeOn: true, isRenewedOn: true },
  })
  return found ?? { isWelcomeOn: true, isRenewedOn: true }
}
