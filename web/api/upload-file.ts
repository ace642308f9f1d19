import type { Endpoint, Result } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { ApiFailure } from './call.ts'

type Uploading = {
  timeoutMs: number
  onProgress: (share: number) => void
  signal: AbortSignal
}

function failureOf({ status, response }: XMLHttpRequest): ApiFailure {
  const body = response as Partial<ErrorBody> | null
  const code = body?.code ?? (status === 413 ? 'too_large' : status >= 500 ? 'unavailable' : 'unexpected')
  return new ApiFailure(code, status, body?.message ?? '', body?.fields ?? {})
}

/**
 * Uploads a file and tells how much is on its way (0 to 1), which `fetch` cannot. Throws `ApiFailure`, or an abort when
 * it was cancelled.
 */
export async function uploadFile<E extends Endpoint & { multipart: { field: string; maxBytes: number } }>(
  endpoint: E,
  file: File,
  how: Uploading,
): Promise<Result<E>> {
  if (file.size > endpoint.multipart.maxBytes) throw new ApiFailure('too_large', 413, '')
  const request = await post(endpoint, file, how)
  if (request.status !== 200) throw failureOf(request)
  return request.response as Result<E>
}

function post(
  { method, path, multipart }: Endpoint & { multipart: { field: string } },
  file: File,
  { timeoutMs, onProgress, signal }: Uploading,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.timeout = timeoutMs
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onProgress(loaded / total)
    request.onload = () => resolve(request)
    request.onerror = () => reject(new ApiFailure('network', 0, 'We could not reach Narthex.'))
    request.ontimeout = () => reject(new ApiFailure('timeout', 0, 'The answer took too long.'))
    request.onabort = () => reject(new DOMException('Cancelled', 'AbortError'))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append(multipart.field, file)
    request.send(form)
  })
}
