import pg from 'pg'
import { withAdmin } from '../server/test-server.ts'

/** A node of a plan of PostgreSQL, as EXPLAIN prints it. */
export interface PlanNode {
  'Node Type': string
  Schema?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: PlanNode[]
}

/** A statement that was executed, with its plan. */
export interface ExecutedPlan {
  text: string
  root: PlanNode
}

/**
 * Makes PostgreSQL send the plan of each statement to its connection, also of statements in functions and triggers, and look up
 * rows by an index wherever one can be used: the tables of a test are so small that it would read them completely. Affects
 * connections that are opened later.
 */
export const explainStatements = (url: string): Promise<void> =>
  withAdmin(url, async (admin) => {
    await admin.query(`LOAD 'auto_explain'`)
    const database = new URL(url).pathname.slice(1)
    for (const setting of SETTINGS) await admin.query(`ALTER DATABASE ${database} SET ${setting}`)
  })

const SETTINGS = [
  `session_preload_libraries = 'auto_explain'`,
  `auto_explain.log_min_duration = 0`,
  `auto_explain.log_level = 'notice'`,
  `auto_explain.log_format = 'json'`,
  `auto_explain.log_nested_statements = on`,
  `auto_explain.log_verbose = on`,
  `enable_seqscan = off`,
  `enable_hashjoin = off`,
  `enable_mergejoin = off`,
]

/** Hears the plans that all connections of this process receive, whatever opens them. */
export const hearPlans = (): { plans: ExecutedPlan[]; stop: () => void } => {
  const plans: ExecutedPlan[] = []
  const { connect } = pg.Client.prototype
  pg.Client.prototype.connect = new Proxy(connect, {
    apply: (target, client: pg.Client, given: Parameters<typeof connect>) => {
      client.on('notice', ({ message = '' }) => {
        const plan = parsePlan(message)
        if (plan) plans.push(plan)
      })
      return Reflect.apply(target, client, given)
    },
  })
  return {
    plans,
    stop: () => {
      pg.Client.prototype.connect = connect
    },
  }
}

const parsePlan = (message: string): ExecutedPlan | undefined => {
  const [, json] = /^duration: [^\n]* plan:\n([\s\S]*)$/.exec(message) ?? []
  if (json === undefined) return undefined
  const plan = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
  return { text: plan['Query Text'], root: plan.Plan }
}
