import { expect } from 'vitest'
import { ask } from '../installation/embedded-support.ts'
import { runCommand } from '../support/cli/command.ts'
import { type ServerChild, startServerChild } from '../support/processes/server-child.ts'
import { startCluster } from './cluster.ts'
import { codeOfGuide } from './guide.ts'
import type { RoutedTenant } from './haproxy.ts'

export const GUILDHALL_SECRET = 'the secret of all installations of the tests'

/** An administrator of a tenant, who knows only the address of the proxy. */
export interface RoutedCaller extends RoutedTenant {
  /** The API key. */
  secret: string
  /** Returns the body of a response with status 200. */
  post<T = Record<string, unknown>>(path: string, body: object): Promise<T>
}

/** A PostgreSQL, and a web and a worker process on it. */
export interface Installation {
  /** Connection string of a superuser. */
  readonly superuser: string
  /** Creates a tenant with an API key. */
  tenant(key: string): Promise<RoutedCaller>
  /** Runs a command of the command line. */
  guildhall(args: string, env?: Record<string, string>): Promise<string>
  /** Starts the web process, and returns its port. */
  startWeb(): Promise<number>
  startWorker(): Promise<void>
  stopWorker(): Promise<void>
  stop(): Promise<void>
}

/** @param name of its settings. @param setUp statements for the empty database after its migrations. */
export const openInstallation = async (publicUrl: string, name: string, setUp = ''): Promise<Installation> => {
  const cluster = await startCluster()
  await cluster.run('postgres', codeOfGuide('-- The user creates the roles and their logins.'))
  const DATABASE_URL = cluster.url('guildhall', 'guildhall')
  const superuser = cluster.url('guildhall')
  let web: ServerChild | undefined
  let worker: ServerChild | undefined

  const guildhall = async (args: string, env: Record<string, string> = {}): Promise<string> => {
    const { code, out, err } = await runCommand(args.split(' '), {
      DATABASE_URL,
      GUILDHALL_SECRET,
      PUBLIC_URL: publicUrl,
      INSTALLATION: name,
      ...env,
    })
    expect(code, err).toBe(0)
    return out.trim()
  }
  // The worker listens too, on a port that nothing uses: this shows that its start is complete.
  const start = (role: 'web' | 'both') =>
    startServerChild(DATABASE_URL, {
      GUILDHALL_ROLE: role,
      GUILDHALL_SECRET,
      PUBLIC_URL: publicUrl,
      INSTALLATION: name,
      TRUST_PROXY: '127.0.0.1',
      OUTBOUND_ALLOWED_NETWORKS: '127.0.0.0/8',
    })
  const end = async (child: ServerChild | undefined) => {
    child?.process.kill('SIGTERM')
    expect(await child?.ended).toBe(child && 0)
  }
  await guildhall('migrate')
  if (setUp !== '') await cluster.run('guildhall', setUp)

  return {
    superuser,
    guildhall,
    tenant: async (key) => {
      await guildhall(`tenant create --key ${key} --name ${key}`)
      const secret = await guildhall(`key create --tenant ${key} --name Tests`)
      const id = Number(await ask(superuser, `SELECT id FROM tenant WHERE key = '${key}'`)).toString(36)
      expect(await guildhall('tenant list')).toMatch(new RegExp(`^${key} +${id} `, 'm'))
      return { key, id, secret, post: (path, body) => post(`${publicUrl}${path}`, secret, body) }
    },
    startWeb: async () => {
      web = await start('web')
      return web.port
    },
    startWorker: async () => {
      worker = await start('both')
    },
    stopWorker: async () => {
      await end(worker)
      worker = undefined
    },
    stop: async () => {
      await end(web)
      await end(worker)
      await cluster.stop()
    },
  }
}

const post = async <T>(url: string, secret: string, body: object): Promise<T> => {
  const headers = { 'x-api-key': secret, 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  const text = await response.text()
  expect(response.status, text).toBe(200)
  return JSON.parse(text) as T
}
