import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { MailMessage } from '#prisma/client'

/** One mail; 404 where there is none. */
export const getMessage = async ({ db }: Scope, id: number): Promise<MailMessage> => {
  const message = await db.prisma.mailMessage.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!message) throw notFound('mail')
  return message
}
