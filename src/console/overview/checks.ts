import { operations as logOperations } from '#contract/integration/logs'
import { operations as importOperations } from '#contract/people/imports'
import { operations as peopleOperations } from '#contract/people/unmatched'
import { operations as mailOperations } from '#contract/work/mail'
import { operations as workflowOperations } from '#contract/work/workflows'
import type { ConsoleUser } from '../frame/user.ts'
import { isFailing, readWebhooks } from '../webhooks/webhook-states.ts'

/** One number of the overview. */
export interface Tile {
  value: number
  text: string
  /** The page with the records. */
  path: string
  /** bad: something to do. warn: something to look at. */
  tone: 'bad' | 'warn' | 'calm'
}

/** A number that the overview reads, for users with the scope. */
interface Check {
  scope: string
  name: string
  read(user: ConsoleUser): Promise<Tile>
}

const needsWork = (value: number): Tile['tone'] => (value > 0 ? 'bad' : 'calm')

/** The number of mails with a status. */
const countMails = async (user: ConsoleUser, status: string): Promise<number> => {
  const query = { $top: 1, $filter: `Status eq '${status}'` }
  const { body } = await user.call(mailOperations.listMailMessages, { query })
  return Number(body.TotalRecordAvailable ?? 0)
}

const CHECKS: readonly Check[] = [
  {
    scope: 'logs:read',
    name: 'Failed background jobs',
    read: async (user) => {
      const query = { $top: 1, $filter: "State eq 'failed'" }
      const value = Number((await user.call(logOperations.listJobs, { query })).body.TotalRecordAvailable ?? 0)
      return {
        value,
        text: value === 1 ? 'failed background job' : 'failed background jobs',
        path: '/jobs?state=failed',
        tone: needsWork(value),
      }
    },
  },
  {
    scope: 'mail:read',
    name: 'Failed mails',
    read: async (user) => {
      const value = await countMails(user, 'failed')
      return {
        value,
        text: value === 1 ? 'failed mail' : 'failed mails',
        path: '/mails?status=failed',
        tone: needsWork(value),
      }
    },
  },
  {
    scope: 'webhooks:read',
    name: 'Failing webhooks',
    read: async (user) => {
      const value = (await readWebhooks(user)).filter(isFailing).length
      return {
        value,
        text: value === 1 ? 'failing webhook' : 'failing webhooks',
        path: '/webhooks',
        tone: needsWork(value),
      }
    },
  },
  {
    scope: 'workflows:read',
    name: 'Failed contacts in workflows',
    read: async (user) => {
      const { body } = await user.call(workflowOperations.getWorkflowPieChart)
      const value = body.data?.find(({ Category }) => Category === 'Failed')?.Values?.[0] ?? 0
      return {
        value,
        text: value === 1 ? 'contact failed in a workflow' : 'contacts failed in workflows',
        path: '/workflows',
        tone: needsWork(value),
      }
    },
  },
  {
    scope: 'logs:read',
    name: 'Failed ledger runs',
    read: async (user) => {
      const body = { Take: '1', DateRange: 'last7days', LogMessageLevel: 'Error' } as const
      const value = Number((await user.call(logOperations.searchLedgerLog, { body })).body.TotalRecordAvailable ?? 0)
      return {
        value,
        text:
          value === 1
            ? 'document failed to reach the ledger in 7 days'
            : 'documents failed to reach the ledger in 7 days',
        path: '/ledger?level=Error',
        tone: needsWork(value),
      }
    },
  },
  {
    scope: 'contacts:read',
    name: 'People without a contact',
    read: async (user) => {
      const { body } = await user.call(peopleOperations.listUnmatchedPeople, { query: { Take: 1 } })
      const value = Number(body.TotalRecordAvailable)
      return {
        value,
        text: value === 1 ? 'person without a contact' : 'people without a contact',
        path: '/people',
        tone: value > 0 ? 'warn' : 'calm',
      }
    },
  },
  {
    scope: 'imports:read',
    name: 'Imports that run',
    read: async (user) => {
      const query = { $top: 1, $filter: "Status in ('Queued','Running')" }
      const value = Number((await user.call(importOperations.listImports, { query })).body.TotalRecordAvailable ?? 0)
      return { value, text: value === 1 ? 'import is running' : 'imports are running', path: '/imports', tone: 'calm' }
    },
  },
  {
    scope: 'mail:read',
    name: 'Mails that wait',
    read: async (user) => {
      const value = await countMails(user, 'queued')
      return {
        value,
        text: value === 1 ? 'mail waits to be sent' : 'mails wait to be sent',
        path: '/mails?status=queued',
        tone: 'calm',
      }
    },
  },
]

/** A check with its result; undefined if it was rejected. */
export interface CheckResult {
  name: string
  tile: Tile | undefined
}

/** Reads the numbers that the user may see. One that fails does not hide the others. */
export const readChecks = (user: ConsoleUser): Promise<CheckResult[]> =>
  Promise.all(
    CHECKS.filter(({ scope }) => user.can(scope)).map(async ({ name, read }) => ({
      name,
      tile: await read(user).catch(() => undefined),
    })),
  )
