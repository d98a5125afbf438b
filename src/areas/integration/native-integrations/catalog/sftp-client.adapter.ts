import { createHash, timingSafeEqual } from 'node:crypto'
import type { Outbound } from '#services/outbound/outbound'
import { type Credentials, callOut, NativeFault } from '../native-app.port.ts'

/** A connection to an SFTP server. */
export interface Sftp {
  /** Sends a request, so that the server has accepted the login for SFTP. */
  ping(): Promise<void>
  /** Stores a local file under a path. The file has its name only when it is complete. */
  upload(local: string, path: string, temporary: string): Promise<void>
}

const CONNECT_MS = 10_000
/** Milliseconds for the whole connection. */
const MAX_MS = 600_000
const ignore = () => undefined

/**
 * Connects by SSH, verifies the key of the server, and runs work on the connection.
 *
 * @throws NativeFault.
 */
export const withSftp = async <T>(
  outbound: Outbound,
  credentials: Credentials,
  work: (sftp: Sftp) => Promise<T>,
): Promise<T> => {
  // Only processes that use it load it.
  const { default: Client } = await import('ssh2-sftp-client')
  const port = Number(credentials.get('Port') || 22)
  const sock = await callOut(() => outbound.connect({ host: credentials.get('Host') ?? '', port, timeout: CONNECT_MS }))
  // The library reports an error of the connection, except one before it has the connection.
  sock.on('error', ignore)
  const late = setTimeout(() => sock.destroy(), MAX_MS)
  // Without callbacks of its own the library writes to the console.
  const client = new Client('guildhall', { error: ignore, end: ignore, close: ignore })
  const key: HostKey = { isWrong: false }
  try {
    await client.connect({
      sock,
      readyTimeout: CONNECT_MS,
      ...loginOf(credentials),
      hostVerifier: verifier(credentials, key),
    })
    return await work({
      ping: async () => void (await client.exists('.')),
      upload: async (local, path, temporary) => {
        // Sends several parts at once, in any order, which the temporary name hides.
        await client.fastPut(local, temporary)
        await replace(client, temporary, path)
      },
    })
  } catch (error) {
    throw faultOf(error, key)
  } finally {
    clearTimeout(late)
    await client.end().catch(ignore)
    sock.destroy()
  }
}

interface HostKey {
  isWrong: boolean
  /** The fingerprint that the server has. */
  fingerprint?: string
}

/** Compares the SHA-256 fingerprint of the key of the server with the configured one. */
const verifier = (credentials: Credentials, found: HostKey) => (key: Buffer) => {
  const actual = createHash('sha256').update(key).digest()
  const expected = Buffer.from((credentials.get('HostFingerprint') ?? '').replace(/^SHA256:/, ''), 'base64')
  found.fingerprint = `SHA256:${actual.toString('base64').replace(/=+$/, '')}`
  found.isWrong = expected.length !== actual.length || !timingSafeEqual(expected, actual)
  return !found.isWrong
}

const loginOf = (credentials: Credentials) => {
  const [username, password, privateKey] = ['Username', 'Password', 'PrivateKey'].map((name) => credentials.get(name))
  return {
    username: username ?? '',
    ...(password && { password }),
    ...(privateKey && { privateKey }),
    ...(privateKey && credentials.get('Passphrase') && { passphrase: credentials.get('Passphrase') ?? '' }),
  }
}

type Client = InstanceType<typeof import('ssh2-sftp-client')>

/** Renames a file over an existing one, also on servers without the extension for that. */
const replace = async (client: Client, from: string, to: string): Promise<void> => {
  try {
    await client.posixRename(from, to)
  } catch (error) {
    if (!(await client.exists(from))) throw error
    await client.delete(to, true)
    await client.rename(from, to)
  }
}

const faultOf = (error: unknown, { isWrong, fingerprint }: HostKey): unknown => {
  if (error instanceof NativeFault) return error
  if (isWrong)
    return new NativeFault(`The key of the server has the fingerprint ${fingerprint}, not the configured one.`)
  const { message, code } = error as Error & { code?: string | number }
  if (/authentication methods failed/i.test(message))
    return new NativeFault('The server rejects the user name, password or key.')
  if (/privateKey|passphrase/i.test(message)) return new NativeFault('The private key or its passphrase is not valid.')
  if (code === 3 || /permission denied/i.test(message))
    return new NativeFault('The server denies writing to the folder.', { cause: error })
  if (code === 2 || /no such file/i.test(message))
    return new NativeFault('The folder does not exist on the server.', { cause: error })
  return new NativeFault('The connection to the server ended early.', { isTemporary: true, cause: error })
}
