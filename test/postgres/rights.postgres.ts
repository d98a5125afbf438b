import { afterAll, beforeAll, expect, test } from 'vitest'
import { DATABASE_ROLES, loginOf } from '#kernel/database/logins'
import { runCommand } from '../support/cli/command.ts'
import { LOGIN_KEY, TEST_SECRET } from '../support/database/login-key.ts'
import { startServerChild } from '../support/processes/server-child.ts'
import { runServer } from '../support/processes/server-run.ts'
import { type Cluster, startCluster } from './cluster.ts'

let cluster: Cluster
beforeAll(async () => {
  cluster = await startCluster()
}, 240_000)
afterAll(() => cluster.stop())

test('what a refused start names is all that is missing', async () => {
  await cluster.run(
    'postgres',
    "CREATE ROLE guildhall LOGIN; CREATE DATABASE guildhall TEMPLATE template0 LOCALE 'C.UTF-8'",
  )
  const url = cluster.url('guildhall', 'guildhall')
  const refusal = async (): Promise<string> => {
    const { code, err } = await runServer({ DATABASE_URL: url, PORT: '0', GUILDHALL_SECRET: TEST_SECRET })
    expect(code).toBe(1)
    return err
  }
  const advised: string[] = []
  while (advised.length < 2) {
    const err = await refusal()
    const advice = /^"guildhall" may not .* Run as a superuser: (.*)\n$/.exec(err)?.[1]
    if (advice === undefined) throw new Error(err)
    await cluster.run('postgres', advice)
    advised.push(advice)
  }
  expect(advised).toEqual([
    'ALTER DATABASE "guildhall" OWNER TO "guildhall";',
    'CREATE ROLE guildhall_app NOLOGIN; CREATE ROLE guildhall_chapter NOLOGIN; CREATE ROLE guildhall_system NOLOGIN; ' +
      'GRANT guildhall_app, guildhall_chapter, guildhall_system TO "guildhall";',
  ])
  const names = DATABASE_ROLES.map((role) => loginOf(role, LOGIN_KEY).name)
  expect(await refusal()).toBe(
    `PostgreSQL does not accept the database logins ${names.join(', ')}, and "guildhall" may not create them. ` +
      'Run as a superuser what this command prints with the same GUILDHALL_SECRET: guildhall database logins\n',
  )
  const { out } = await runCommand(['database', 'logins'], { GUILDHALL_SECRET: TEST_SECRET })
  await cluster.script('postgres', out)
  const server = await startServerChild(url)
  server.process.kill('SIGTERM')
  expect(await server.ended).toBe(0)
})
