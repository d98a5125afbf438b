import { notFound } from '#kernel/errors/problem'
import type { Scope } from '#kernel/tenancy/scope'
import type { MailTemplate } from '#prisma/client'

/** One template; 404 where there is none. */
export const getTemplate = async ({ db }: Scope, id: number): Promise<MailTemplate> => {
  const template = await db.prisma.mailTemplate.findFirst({ where: { tenantId: db.tenantId, id } })
  if (!template) throw notFound('template')
  return template
}
