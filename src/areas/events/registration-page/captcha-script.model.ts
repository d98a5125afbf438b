import { hash } from 'node:crypto'

/**
 * Solves the captchas of a form in the browser: for each challenge it finds the number for which SHA-256 of salt and number is
 * the challenge. Where the browser cannot (no secure context), the form is sent without solutions, and the visitor gets a
 * link by mail.
 */
export const CAPTCHA_SCRIPT = `(() => {
  'use strict'
  const form = document.querySelector('form[data-captcha]')
  if (!form) return
  const note = document.querySelector('[data-mail-note]')
  if (!window.crypto || !window.crypto.subtle) {
    if (note) note.hidden = false
    return
  }
  const encoder = new TextEncoder()
  const toHex = (buffer) => Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const digest = async (salt, number) => toHex(await crypto.subtle.digest('SHA-256', encoder.encode(salt + number)))
  const BATCH = 256
  const solve = async ({ algorithm, challenge, salt, maxNumber, signature }) => {
    for (let from = 0; from <= maxNumber; from += BATCH) {
      const numbers = Array.from({ length: BATCH }, (_, at) => from + at)
      const hashes = await Promise.all(numbers.map((number) => digest(salt, number)))
      const found = hashes.indexOf(challenge)
      if (found >= 0) return btoa(JSON.stringify({ algorithm, challenge, number: from + found, salt, signature }))
    }
    return ''
  }
  const fields = ['captcha', 'captcha2'].map((name) => form.elements.namedItem(name)).filter(Boolean)
  const status = form.querySelector('[data-captcha-status]')
  const work = (async () => {
    const challenges = JSON.parse(form.dataset.captcha)
    for (const [at, challenge] of challenges.entries()) if (fields[at]) fields[at].value = await solve(challenge)
  })().catch(() => undefined)
  let isReady = false
  work.then(() => { isReady = true })
  let isSent = false
  form.addEventListener('submit', (event) => {
    const button = event.submitter
    if (!button || button.value !== 'confirm') return
    if (isSent) return event.preventDefault()
    if (isReady) { isSent = true; return }
    event.preventDefault()
    status.textContent = 'One moment, your browser is being checked.'
    work.then(() => { status.textContent = ''; form.requestSubmit(button) })
  })
  window.addEventListener('pageshow', () => { isSent = false })
})()
`

/** Changes with the script, so that browsers can cache each version permanently. */
export const CAPTCHA_SCRIPT_PATH = `/events/captcha-${hash('sha256', CAPTCHA_SCRIPT, 'hex').slice(0, 12)}.js`
