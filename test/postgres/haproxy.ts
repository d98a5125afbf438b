import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, vi } from 'vitest'
import { freePort, isOpen, newFolder } from './cluster.ts'

const CONFIGURATION = join(import.meta.dirname, '../../deploy/haproxy/haproxy.cfg')

/** A tenant, as the maps name it. */
export interface RoutedTenant {
  key: string
  /** Its id in base 36. */
  id: string
}

/** HAProxy with the configuration of deploy/haproxy. */
export interface RoutingProxy {
  /** Starts to route: the ports of the two installations, and the installation of each tenant. */
  start(ports: Record<'north' | 'south', number>, tenants: readonly (RoutedTenant & { at: string })[]): Promise<void>
  readonly url: string
  /** Sends a tenant to another backend from now on. */
  route(tenant: RoutedTenant, backend: string): Promise<void>
  stop(): Promise<void>
}

/** Reserves the address of a proxy, which installations need before it starts. */
export const openProxy = async (): Promise<RoutingProxy> => {
  const folder = newFolder()
  const port = await freePort()
  let child: ChildProcess | undefined
  const program = process.env.HAPROXY ?? '/usr/sbin/haproxy'
  const file = join(folder, 'haproxy.cfg')
  const maps = { id: join(folder, 'tenants-by-id.map'), key: join(folder, 'tenants-by-key.map') }
  const installations = join(folder, 'installations.map')

  return {
    url: `http://127.0.0.1:${port}`,
    start: async ({ north, south }, tenants) => {
      writeFileSync(maps.id, tenants.map(({ id, at }) => `${id} ${at}\n`).join(''))
      writeFileSync(maps.key, tenants.map(({ key, at }) => `${key} ${at}\n`).join(''))
      copyFileSync(join(CONFIGURATION, '../installations.map'), installations)
      const configuration = readFileSync(CONFIGURATION, 'utf8')
        .replace(/^ {2}bind .*$/m, `  bind 127.0.0.1:${port}`)
        .replaceAll(/10\.0\.1\.\d+:3000/g, `127.0.0.1:${north}`)
        .replaceAll(/10\.0\.2\.\d+:3000/g, `127.0.0.1:${south}`)
        .replaceAll(/\/(?:etc|run)\/haproxy\//g, `${folder}/`)
      writeFileSync(file, configuration)
      execFileSync(program, ['-c', '-q', '-f', file])
      child = spawn(program, ['-db', '-f', file], { stdio: 'ignore' })
      await vi.waitFor(async () => expect(await isOpen(port)).toBe(true), { timeout: 10_000 })
    },
    route: async (tenant, backend) => {
      for (const name of ['id', 'key'] as const)
        expect(await send(join(folder, 'admin.sock'), `set map ${maps[name]} ${tenant[name]} ${backend}\n`)).toBe('\n')
    },
    stop: async () => {
      if (child) {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Sends a command to a socket, and returns the reply. */
const send = async (path: string, command: string): Promise<string> => {
  const socket = connect(path)
  await once(socket, 'connect')
  socket.end(command)
  return text(socket)
}
