import { createHash } from 'node:crypto'

/**
 * Sends the operation of a page with the key of the tab. It shows the forms that do nothing without it. The key is in
 * sessionStorage: other tabs and later sessions do not have it.
 */
export const SCRIPT = `(() => {
  'use strict'
  const STORE = 'guildhall-key'
  const keyForm = document.querySelector('form[data-key]')
  if (!keyForm) return
  const keyField = keyForm.elements.namedItem('key')
  const keyStatus = document.getElementById('key-status')
  keyForm.hidden = false
  keyField.value = sessionStorage.getItem(STORE) || ''
  const bare = (text) => text.trim().replace(/^(authorization:\\s*)?((apikey|bearer)\\s+)?/i, '')
  const KEY = /^ghk_([1-9a-z][0-9a-z]{0,5}_)?[0-9A-Za-z]{36}$/
  const TOKEN = /^[\\w-]+\\.[\\w-]+\\.[\\w-]+$/
  const faultOf = (key) => {
    if (key === '' || KEY.test(key) || TOKEN.test(key)) return ''
    if (/^gh[is]_/.test(key)) return 'This is the id or the secret of an OAuth client. Paste an API key, or an access token of the client.'
    if (/^ghk_/.test(key)) return 'This is not a complete API key: one has 36 letters and digits after its last "_". Copy it again.'
    return 'This is neither an API key, which begins with "ghk_", nor an access token, which has three parts with dots.'
  }
  const judge = (fault, otherwise) => {
    keyStatus.textContent = fault || otherwise
    if (fault) keyField.setAttribute('aria-invalid', 'true')
    else keyField.removeAttribute('aria-invalid')
  }
  const keep = () => {
    keyField.value = bare(keyField.value)
    sessionStorage.setItem(STORE, keyField.value)
    judge(faultOf(keyField.value), keyField.value ? 'The key is used in this tab until you close it.' : 'No key is used.')
  }
  keyField.addEventListener('change', keep)
  keyForm.addEventListener('submit', (event) => { event.preventDefault(); keep() })

  const form = document.querySelector('form[data-path]')
  if (!form) return
  form.hidden = false
  const part = (name) => form.querySelector('[data-' + name + ']')
  const [status, result, body, headers, download] = ['status', 'result', 'body', 'headers', 'download'].map(part)

  const requestOf = () => {
    let path = form.dataset.path
    const query = new URLSearchParams()
    const sent = new Headers()
    const parts = new FormData()
    let hasParts = false
    let content
    for (const field of form.elements) {
      const at = field.name.indexOf(':')
      const [kind, name] = [field.name.slice(0, at), field.name.slice(at + 1)]
      if (field.name === 'body') {
        if (field.value.trim() === '') continue
        content = field.value
        sent.set('Content-Type', field.dataset.mediaType)
      } else if (kind === 'part') {
        hasParts = true
        if (field.type === 'file') { if (field.files[0]) parts.append(name, field.files[0]) }
        else if (field.value !== '') parts.append(name, field.value)
      } else if (field.value === '') continue
      else if (kind === 'path') path = path.replace('{' + name + '}', encodeURIComponent(field.value))
      else if (kind === 'query') query.append(name, field.value)
      else if (kind === 'header') sent.set(name, field.value)
    }
    const key = keyField.value = bare(keyField.value)
    if (key) { sent.set('Authorization', 'Bearer ' + key); sessionStorage.setItem(STORE, key) }
    const search = query.toString()
    const url = path + (search ? '?' + search.replaceAll('%24', '$') : '')
    return { url, init: { method: form.dataset.method, headers: sent, body: hasParts ? parts : content, credentials: 'omit' } }
  }

  const pointToKey = (text) => {
    let detail
    try { detail = JSON.parse(text).detail } catch { /* A response of a proxy. */ }
    judge(detail || 'The server does not accept this key.')
    const link = document.createElement('a')
    link.href = '#key'
    link.textContent = 'Check the key at the top of the page.'
    link.addEventListener('click', (event) => { event.preventDefault(); keyField.focus() })
    status.append('. ', link)
  }

  const LONGEST = 300000
  const show = async (response, milliseconds) => {
    const blob = await response.blob()
    const type = response.headers.get('content-type') || ''
    const isText = /json|text|xml|csv|yaml/.test(type)
    let text = isText ? await blob.text() : blob.size + ' bytes of ' + type
    if (/json/.test(type)) try { text = JSON.stringify(JSON.parse(text), null, 2) } catch { /* Shown as it is. */ }
    body.textContent = text.length > LONGEST ? text.slice(0, LONGEST) + '\\n...' : text
    headers.textContent = Array.from(response.headers, ([name, value]) => name + ': ' + value).join('\\n')
    if (download.href) URL.revokeObjectURL(download.href)
    download.href = URL.createObjectURL(blob)
    download.hidden = isText && text.length <= LONGEST
    result.hidden = false
    status.textContent = response.status + ' ' + response.statusText + ', ' + Math.round(milliseconds) + ' ms, ' + blob.size + ' bytes'
    if (response.status === 401) pointToKey(text)
  }

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if ('private' in form.dataset && bare(keyField.value) === '') {
      status.textContent = 'Enter an API key first, at the top of the page.'
      keyField.focus()
      return
    }
    const { url, init } = requestOf()
    status.textContent = init.method + ' ' + url + ' ...'
    const start = performance.now()
    try {
      await show(await fetch(url, init), performance.now() - start)
    } catch (error) {
      result.hidden = true
      status.textContent = 'No response: ' + error.message
    }
  })
})()
`

/** Changes with the script, so that browsers can cache each version permanently. */
export const SCRIPT_PATH = `/reference/try-${createHash('sha256').update(SCRIPT).digest('hex').slice(0, 12)}.js`
