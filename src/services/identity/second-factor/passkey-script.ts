import { createHash } from 'node:crypto'

/**
 * Lets the browser make or use a passkey when a form with `data-passkey` is sent, and sends its response in the field
 * `response`. Written for browsers without `PublicKeyCredential.parseCreationOptionsFromJSON`.
 */
export const PASSKEY_SCRIPT = `'use strict'
const toBytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0))
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '')
const withBytes = (items) => (items || []).map((item) => ({ ...item, id: toBytes(item.id) }))

const make = async (options) => {
  const publicKey = {
    ...options,
    challenge: toBytes(options.challenge),
    user: { ...options.user, id: toBytes(options.user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  }
  const made = await navigator.credentials.create({ publicKey })
  const { clientDataJSON, attestationObject } = made.response
  const transports = made.response.getTransports ? made.response.getTransports() : []
  return describe(made, { clientDataJSON: toText(clientDataJSON), attestationObject: toText(attestationObject), transports })
}

const use = async (options) => {
  const publicKey = { ...options, challenge: toBytes(options.challenge), allowCredentials: withBytes(options.allowCredentials) }
  const used = await navigator.credentials.get({ publicKey })
  const { clientDataJSON, authenticatorData, signature } = used.response
  return describe(used, {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
  })
}

const describe = (credential, response) => ({
  id: credential.id,
  rawId: toText(credential.rawId),
  type: credential.type,
  clientExtensionResults: credential.getClientExtensionResults(),
  response,
})

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const status = form.querySelector('[role=status]')
    status.textContent = 'Waiting for your passkey.'
    try {
      const options = JSON.parse(form.dataset.options)
      const answer = await (form.dataset.passkey === 'create' ? make(options) : use(options))
      form.elements.response.value = JSON.stringify(answer)
      form.submit()
    } catch (error) {
      status.textContent = error.name === 'NotAllowedError'
        ? 'The passkey was not used. Try again.'
        : error.name === 'InvalidStateError'
          ? 'This device already has a passkey for your login.'
          : 'This browser cannot use passkeys here.'
    }
  })
}
`

/** Changes with the script, so that browsers can cache each version permanently. */
export const PASSKEY_SCRIPT_PATH = `/sign-in/passkeys-${createHash('sha256').update(PASSKEY_SCRIPT).digest('hex').slice(0, 12)}.js`
