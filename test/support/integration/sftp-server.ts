import { createHash, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import ssh2, { type Connection, type Server, type SFTPWrapper } from 'ssh2'

const { OPEN_MODE, STATUS_CODE } = ssh2.utils.sftp

/** A user of the server. */
export const SFTP_USER = { name: 'exports', password: 'a password of the server' }

/** An SFTP server on loopback, whose files are in a folder. */
export interface SftpServer {
  readonly port: number
  /** SHA-256 fingerprint of the key of the server. */
  readonly fingerprint: string
  /** A private key with which the user can sign in. */
  readonly userKey: string
  /** The folder of the files. */
  readonly folder: string
  /** The requests of the protocol, each as `RENAME .a.part a`. */
  readonly requests: string[]
  /** The number of connections so far, rejected ones included. */
  connections(): number
  /** Cuts the connection at the next request of this name; all later ones work. */
  cutAt(request: string): void
  /** Names of the files in the folder. */
  files(): Promise<string[]>
  close(): Promise<void>
}

/** Starts a real server of the protocol, which cannot rename over an existing file, as some servers. */
export const startSftpServer = async (): Promise<SftpServer> => {
  const hostKey = ssh2.utils.generateKeyPairSync('ed25519')
  const userKey = ssh2.utils.generateKeyPairSync('ed25519')
  const folder = mkdtempSync(join(tmpdir(), 'guildhall-sftp-'))
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  let cut = ''
  const note = (line: string, client: Connection): boolean => {
    requests.push(line)
    if (cut === '' || !line.startsWith(cut)) return true
    cut = ''
    client.end()
    for (const socket of sockets) socket.destroy()
    return false
  }
  const server: Server = new ssh2.Server({ hostKeys: [hostKey.private] }, (client) => {
    connections++
    client.on('error', () => undefined)
    client.on('authentication', (context) => {
      if (context.username !== SFTP_USER.name) return context.reject(['password', 'publickey'])
      if (context.method === 'password' && context.password === SFTP_USER.password) return context.accept()
      if (context.method === 'publickey' && isKey(userKey.public, context.key.data)) return context.accept()
      context.reject(['password', 'publickey'])
    })
    client.on('session', (accept) =>
      accept().on('sftp', (acceptSftp) => {
        const closeFiles = serve(acceptSftp(), folder, (line) => note(line, client))
        client.on('close', () => void closeFiles())
      }),
    )
  })
  // The wrapped server emits the sockets.
  const inner = (server as unknown as { _srv: { on(name: 'connection', add: (socket: Socket) => void): void } })._srv
  inner.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()))
  const parsed = ssh2.utils.parseKey(hostKey.public)
  const key = parsed instanceof Error ? Buffer.alloc(0) : parsed.getPublicSSH()
  return {
    port: (server.address() as AddressInfo).port,
    fingerprint: `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`,
    userKey: userKey.private,
    folder,
    requests,
    connections: () => connections,
    cutAt: (request) => {
      cut = request
    },
    files: async () => (await readdir(folder)).sort(),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const isKey = (known: string, sent: Buffer): boolean => {
  const parsed = ssh2.utils.parseKey(known)
  return !(parsed instanceof Error) && parsed.getPublicSSH().equals(sent)
}

/**
 * Serves the requests of one connection. A request that `note` rejects gets no response. Returns a function that closes the files
 * that a client whose connection was cut has left open.
 */
const serve = (sftp: SFTPWrapper, folder: string, note: (line: string) => boolean): (() => Promise<void>) => {
  const handles = new Map<string, FileHandle>()
  const local = (path: string) => join(folder, normalize(`/${path}`))
  const answer = (id: number, line: string, work: () => Promise<void>) => {
    if (!note(line)) return
    work().catch((error: NodeJS.ErrnoException) =>
      sftp.status(id, error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE),
    )
  }
  const done = (id: number) => sftp.status(id, STATUS_CODE.OK)
  const statOf = (id: number, line: string, path: string) =>
    answer(id, line, async () => {
      const { mode, size, uid, gid } = await stat(local(path))
      sftp.attrs(id, { mode, size, uid, gid, atime: 0, mtime: 0 })
    })
  sftp.on('REALPATH', (id, path) =>
    answer(id, `REALPATH ${path}`, async () =>
      sftp.name(id, [{ filename: normalize(`/${path}`), longname: '', attrs: {} as never }]),
    ),
  )
  sftp.on('STAT', (id, path) => statOf(id, `STAT ${path}`, path))
  sftp.on('LSTAT', (id, path) => statOf(id, `LSTAT ${path}`, path))
  sftp.on('OPEN', (id, path, flags) =>
    answer(id, `OPEN ${path}`, async () => {
      const handle = randomUUID()
      handles.set(handle, await open(local(path), flags & OPEN_MODE.TRUNC ? 'w' : 'r+'))
      sftp.handle(id, Buffer.from(handle))
    }),
  )
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, 'WRITE', async () => {
      await handles.get(handle.toString())?.write(data, 0, data.length, offset)
      done(id)
    }),
  )
  sftp.on('FSETSTAT', (id) => answer(id, 'FSETSTAT', async () => done(id)))
  sftp.on('FSTAT', (id) =>
    answer(id, 'FSTAT', async () => sftp.attrs(id, { mode: 0o100600, size: 0, uid: 0, gid: 0, atime: 0, mtime: 0 })),
  )
  sftp.on('CLOSE', (id, handle) =>
    answer(id, 'CLOSE', async () => {
      await handles.get(handle.toString())?.close()
      handles.delete(handle.toString())
      done(id)
    }),
  )
  sftp.on('REMOVE', (id, path) =>
    answer(id, `REMOVE ${path}`, async () => {
      await rm(local(path))
      done(id)
    }),
  )
  sftp.on('RENAME', (id, from, to) =>
    answer(id, `RENAME ${from} ${to}`, async () => {
      if (await stat(local(to)).catch(() => null)) return sftp.status(id, STATUS_CODE.FAILURE)
      await rename(local(from), local(to))
      done(id)
    }),
  )
  return async () => {
    const left = [...handles.values()]
    handles.clear()
    await Promise.all(left.map((file) => file.close()))
  }
}
