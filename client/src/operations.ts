import type { BodySerializer, HeadersOptions, ParamsOption, ParseAs, ParseAsResponse } from 'openapi-fetch'
import type {
  IsOperationRequestBodyOptional,
  MediaType,
  OperationRequestBodyContent,
  PathsWithMethod,
  RequiredKeysOf,
  ResponseObjectMap,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { FileBody } from './bodies.ts'
import type { readingPosts } from './generated/facts.ts'
import type { components, paths } from './generated/schema.ts'

/** A shape of the contract by its name: `Schema<'Membership'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Method = 'get' | 'post' | 'put' | 'delete'

/** The paths of the operations with a method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>

type OperationOf<M extends Method, Path extends PathOf<M>> = paths[Path][M]

type BodyOption<Operation> = [OperationRequestBodyContent<Operation>] extends [never]
  ? { body?: never }
  : IsOperationRequestBodyOptional<Operation> extends true
    ? { body?: BodyOf<Operation> }
    : { body: BodyOf<Operation> }

/** The media types of the bodies that an operation takes, with their shapes. */
type ContentOf<Operation> = Operation extends { requestBody?: infer Body }
  ? NonNullable<Body> extends { content: infer Content }
    ? Content
    : never
  : never

/** JSON, a file as it is, or the fields of a form. */
type BodyOf<Operation> =
  ContentOf<Operation> extends { 'application/json': unknown }
    ? OperationRequestBodyContent<Operation>
    : ContentOf<Operation> extends { 'application/x-www-form-urlencoded': infer Fields }
      ? Fields | URLSearchParams | FormData
      : FileBody | FormData

/** The parameters, the body and the options of a request. */
export type RequestOf<M extends Method, Path extends PathOf<M>> = ParamsOption<OperationOf<M, Path>> &
  BodyOption<OperationOf<M, Path>> & {
    headers?: HeadersOptions
    signal?: AbortSignal
    bodySerializer?: BodySerializer<OperationOf<M, Path>>
  }

/** The request can be left out if nothing in it is required. */
export type Arguments<Request> = RequiredKeysOf<Request> extends never ? [request?: Request] : [request: Request]

/** The data of a successful response, and the response itself with its headers. */
export interface Reply<Data> {
  data: Data
  response: Response
}

type DataOf<Operation> =
  Operation extends Record<string | number, unknown> ? SuccessResponse<ResponseObjectMap<Operation>, MediaType> : never

/** Calls an operation. `parseAs` returns the body as text, blob, buffer or stream instead of JSON. */
export type Call<M extends Method> = <Path extends PathOf<M>, Parse extends ParseAs = 'json'>(
  path: Path,
  ...request: Arguments<RequestOf<M, Path> & { parseAs?: Parse }>
) => Promise<Reply<ParseAsResponse<DataOf<OperationOf<M, Path>>, { parseAs: Parse }>>>

interface PageResponse {
  responses: { 200: { content: { 'application/json': { Results: readonly unknown[] } } } }
}

/** The paths of the lists that are read by a method. */
export type ListPath<M extends 'get' | 'post'> = {
  [Path in PathOf<M>]: paths[Path][M] extends PageResponse ? Path : never
}[PathOf<M>] &
  (M extends 'post' ? (typeof readingPosts)[number] : unknown)

/** A page of a list. */
export type PageOf<M extends 'get' | 'post', Path extends PathOf<M>> = paths[Path][M] extends PageResponse
  ? paths[Path][M]['responses'][200]['content']['application/json']
  : never

/** A row of a list. */
export type RowOf<M extends 'get' | 'post', Path extends PathOf<M>> =
  PageOf<M, Path> extends {
    Results: readonly (infer Row)[]
  }
    ? Row
    : never
