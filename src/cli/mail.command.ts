import { Command, InvalidArgumentError, Option } from 'commander'
import type { MailMessage, Prisma } from '#prisma/client'
import { UserError } from './failure.ts'
import { findTenant, withSession } from './session.ts'

const STATUSES = ['queued', 'sent', 'failed', 'suppressed'] as const

interface ListOptions {
  tenant?: string
  status?: (typeof STATUSES)[number]
  limit: number
}

const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.')
  return Number(text)
}

export const mailCommand = (): Command => {
  const mail = new Command('mail').description('Look at the mails that were asked for.')
  mail
    .command('list')
    .description('List mails, the latest first: id, when, status, recipient, subject or what it is for.')
    .option('--tenant <key>', 'of this tenant alone')
    .addOption(new Option('--status <status>', 'in this state alone').choices(STATUSES))
    .option('--limit <number>', 'so many at most', wholeNumber, 50)
    .action(list)
  mail
    .command('show')
    .description('Show one mail, its text readable.')
    .argument('<id>', 'id of the mail', wholeNumber)
    .option('--tenant <key>', 'of this tenant')
    .action(show)
  return mail
}

const list = ({ tenant, status, limit }: ListOptions): Promise<void> =>
  withSession(async (session) => {
    const where: Prisma.MailMessageWhereInput = {
      ...(tenant !== undefined && { tenantId: (await findTenant(session, tenant)).id }),
      ...(status !== undefined && { status }),
    }
    const { mailMessage } = session.installation.database.system
    const found = await mailMessage.findMany({ where, orderBy: { id: 'desc' }, take: limit })
    for (const row of found) console.log(lineOf(row))
    if (found.length === 0) console.error('There is no such mail.')
  })

const lineOf = ({ id, createdAt, status, toAddress, subject, key, reason }: MailMessage): string => {
  const why = status === 'sent' || reason === null ? '' : `  (${reason})`
  return printable(
    `${String(id).padStart(6)}  ${createdAt.toISOString()}  ${status.padEnd(10)}  ${toAddress}  ${subject ?? key}${why}`,
  )
}

const show = (id: number, { tenant }: { tenant?: string }): Promise<void> =>
  withSession(async (session) => {
    const tenantId = tenant === undefined ? undefined : (await findTenant(session, tenant)).id
    const { mailMessage } = session.installation.database.system
    const found = await mailMessage.findFirst({ where: { id, ...(tenantId !== undefined && { tenantId }) } })
    if (!found) throw new UserError(`There is no mail ${id}. See: guildhall mail list`)
    const head = headOf(found).map(([name, value]) => `${`${name}:`.padEnd(13)}${printable(value)}`)
    const body = found.text ?? 'Not written yet: that is done at the first try.'
    console.log([...head, '', ...body.split('\n').map(printable)].join('\n'))
  })

const headOf = (mail: MailMessage): [string, string][] => {
  const { toName, toAddress, subject, status, reason, messageId, category, sentAt } = mail
  const rows: [string, string | null][] = [
    ['To', toName === null ? toAddress : `${toName} <${toAddress}>`],
    ['Subject', subject],
    ['Status', reason === null ? status : `${status}: ${reason}`],
    ['Asked for', mail.createdAt.toISOString()],
    ['Sent', sentAt?.toISOString() ?? null],
    ['Key', mail.key],
    ['Category', category],
    ['Message-ID', messageId],
  ]
  return rows.filter((row): row is [string, string] => row[1] !== null)
}

/** What others wrote must not steer the terminal. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ')
