import { dayIn } from '#kernel/time/day'
import { removeCsvFile, writeCsvFile } from '../lists/csv-file.service.ts'
import { type FileValues, fileSchema, listOf, pathOf } from '../lists/sent-values.model.ts'
import { type CredentialField, type FieldConnector, type NativeApp, NativeFault } from '../native-app.port.ts'
import { sendsFile } from './sends-list.model.ts'
import { withSftp } from './sftp-client.adapter.ts'

const secret = (name: string, title: string, description: string): CredentialField => ({
  name,
  title,
  description,
  isRequired: false,
  isSecret: true,
})

const sftp: FieldConnector = {
  name: 'sftp',
  authentication: 'Basic',
  addressField: 'Host',
  fields: [
    {
      name: 'Host',
      title: 'Host',
      isRequired: true,
      isSecret: false,
      description: 'Name or address of the server.',
      pattern: { test: /^[\w.:-]{1,253}$/, message: 'must be the name or the address of a host' },
    },
    {
      name: 'Port',
      title: 'Port',
      isRequired: false,
      isSecret: false,
      description: '22 if empty.',
      pattern: {
        test: /^([1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/,
        message: 'must be a port from 1 to 65535',
      },
    },
    {
      name: 'HostFingerprint',
      title: 'Fingerprint of the server',
      isRequired: true,
      isSecret: false,
      description: 'SHA-256 fingerprint of the key of the server, as ssh-keygen -lf prints it: SHA256:...',
      pattern: { test: /^SHA256:[A-Za-z0-9+/]{43}=?$/, message: 'must have the form SHA256: and 43 characters' },
    },
    { name: 'Username', title: 'User name', isRequired: true, isSecret: false },
    secret('Password', 'Password', 'Either a password or a private key.'),
    secret('PrivateKey', 'Private key', 'In the format of OpenSSH or PEM.'),
    secret('Passphrase', 'Passphrase', 'Of an encrypted private key.'),
  ],
  check: async (_scope, { outbound }, credentials) => {
    if (!credentials.get('Password') && !credentials.get('PrivateKey'))
      throw new NativeFault('Either a password or a private key is required.')
    await withSftp(outbound, credentials, ({ ping }) => ping())
  },
}

/** Uploads a list as a file, under a temporary name until it is complete. A repeated attempt replaces both. */
export const csvToSftp: NativeApp<FileValues> = {
  id: 'csv-to-sftp',
  name: 'CSV to SFTP',
  description: 'Writes a list as a CSV file to a folder of an SFTP server.',
  connector: sftp,
  formSchema: fileSchema,
  ...sendsFile,
  run: async (run) => {
    const { scope, values, execution, credentials, tools } = run
    const path = pathOf(values, execution.executionId, dayIn(scope.tenant.timeZone, execution.createdAt))
    const at = path.lastIndexOf('/') + 1
    const temporary = `${path.slice(0, at)}.${path.slice(at)}.${execution.executionId}.part`
    const file = await writeCsvFile(run)
    try {
      await withSftp(tools.outbound, credentials, ({ upload }) => upload(file.path, path, temporary))
      return `${file.rows} ${listOf(values).title.toLowerCase()} written to ${path} on ${credentials.get('Host')}.`
    } finally {
      await removeCsvFile(file)
    }
  },
}
