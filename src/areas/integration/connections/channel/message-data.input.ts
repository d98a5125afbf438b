import { MAX_ID } from '#kernel/database/ids'
import { badInput } from '#kernel/errors/problem'
import { ownValue } from '#kernel/lookups/own-value'
import type { MessageData } from './channel.model.ts'

/** Reads a text of a message. @throws 400. */
export const textOf = (data: MessageData, name: string, max: number): string => {
  const value = ownValue(data, name)
  if (typeof value === 'string' && value.length <= max) return value
  throw badInput(`/Data/${name}`, `must be a text of at most ${max} characters`)
}

export const textOrNull = (data: MessageData, name: string, max: number): string | null =>
  ownValue(data, name) == null ? null : textOf(data, name, max)

/** Reads a whole number from 0 within the range of ids and versions. @throws 400. */
export const numberOf = (data: MessageData, name: string): number => {
  const value = sequenceOf(data, name)
  if (value <= MAX_ID) return value
  throw badInput(`/Data/${name}`, `must be at most ${MAX_ID}`)
}

/** Reads the sequence of a message. @throws 400. */
export const sequenceOf = (data: MessageData, name: string): number => {
  const value = ownValue(data, name)
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw badInput(`/Data/${name}`, 'must be a whole number')
}

export const numberOrNull = (data: MessageData, name: string): number | null =>
  ownValue(data, name) == null ? null : numberOf(data, name)

export const booleanOf = (data: MessageData, name: string): boolean => {
  const value = ownValue(data, name)
  if (typeof value === 'boolean') return value
  throw badInput(`/Data/${name}`, 'must be true or false')
}

/** Reads a list of objects. @throws 400. */
export const listOf = (data: MessageData, name: string, max: number): MessageData[] => {
  const value = ownValue(data, name)
  const isList = Array.isArray(value) && value.length <= max
  if (isList && value.every((item) => typeof item === 'object' && item !== null)) return value as MessageData[]
  throw badInput(`/Data/${name}`, `must be a list of at most ${max} objects`)
}

/** Reads a list of whole numbers. @throws 400. */
export const numbersOf = (data: MessageData, name: string, max: number): number[] => {
  const value = ownValue(data, name)
  const isNumber = (item: unknown) =>
    typeof item === 'number' && Number.isSafeInteger(item) && item > 0 && item <= MAX_ID
  if (Array.isArray(value) && value.length <= max && value.every(isNumber)) return value as number[]
  throw badInput(`/Data/${name}`, `must be a list of at most ${max} ids`)
}

export const listOrNull = (data: MessageData, name: string, max: number): MessageData[] | null =>
  ownValue(data, name) == null ? null : listOf(data, name, max)

const UID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Reads a UUID. @throws 400. */
export const uidOf = (data: MessageData, name: string): string => {
  const value = textOf(data, name, 36)
  if (UID.test(value)) return value
  throw badInput(`/Data/${name}`, 'must be a UUID')
}
