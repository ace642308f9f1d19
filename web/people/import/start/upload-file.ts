import type { ErrorBody } from '#contract/errors.ts'
import { IMPORT_MAX_BYTES, uploadImport, type ImportFile } from '#contract/people/imports.ts'
import { ApiFailure } from '../../../lib/api.ts'

/** A large file over a poor phone network, and a hundred thousand rows to be kept. */
const TIMEOUT_MS = 600_000

type Watch = { onProgress: (share: number) => void; signal: AbortSignal }

function failureOf({ status, response }: XMLHttpRequest): ApiFailure {
  const body = response as Partial<ErrorBody> | null
  const code = body?.code ?? (status === 413 ? 'too_large' : status >= 500 ? 'unavailable' : 'unexpected')
  return new ApiFailure(code, status, body?.message ?? '', body?.fields ?? {})
}

/**
 * Uploads a file of people and tells how much is on its way (0 to 1), which `fetch` cannot. Throws `ApiFailure`, or an
 * abort when it was cancelled.
 */
export async function uploadFile(file: File, watch: Watch): Promise<ImportFile> {
  if (file.size > IMPORT_MAX_BYTES) throw new ApiFailure('too_large', 413, '')
  const request = await post(file, watch)
  if (request.status !== 200) throw failureOf(request)
  return request.response as ImportFile
}

function post(file: File, { onProgress, signal }: Watch): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(uploadImport.method, uploadImport.path)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.timeout = TIMEOUT_MS
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
    request.onload = () => resolve(request)
    request.onerror = () => reject(new ApiFailure('network', 0, 'We could not reach Narthex.'))
    request.ontimeout = () => reject(new ApiFailure('timeout', 0, 'The answer took too long.'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(uploadImport.multipart.field, file)
    request.send(form)
  })
}
