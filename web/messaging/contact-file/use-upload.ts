import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { uploadContactFile } from '#contract/messaging/contact-files.ts'
import { ApiFailure } from '../../api/call.ts'
import { useTexts, type TextId } from '../../languages/index.ts'
import { sessionQuery } from '../../session/session.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { ORDINARY, toast } from '../../ui/toasts/index.ts'
import type { UploadedFile } from '../draft/draft.ts'
import { uploadFailureText } from './reasons.ts'

/** A file of some megabytes over a poor phone network. */
const TIMEOUT_MS = 300_000

type Going = { fileName: string; share: number }

export type Uploading = {
  /** The file on its way, and how much of it has gone. */
  going: Going | null
  /** What the file held, also when nothing of it can be used. */
  result: UploadedFile | null
  failure: TextId | null
  start: (file: File) => Promise<void>
  cancel: () => void
  forget: () => void
}

/** Takes a contact file up to the server. `onTaken` gets what can be sent to, or null. */
export function useUpload(onTaken: (file: UploadedFile | null) => void): Uploading {
  const t = useTexts()
  const queries = useQueryClient()
  const [going, setGoing] = useState<Going | null>(null)
  const [result, setResult] = useState<UploadedFile | null>(null)
  const [failure, setFailure] = useState<TextId | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const fail = (reason: TextId) => {
    setFailure(reason)
    toast.bad(t('messaging.compose.uploadFailed'), { text: t(reason), duration: ORDINARY })
  }
  const take = (file: UploadedFile) => {
    setResult(file)
    onTaken(file.contacts > 0 ? file : null)
    if (file.contacts > 0) toast.ok(t('messaging.compose.uploaded'))
    else fail('messaging.compose.fileWithoutNumbers')
  }
  const forget = () => {
    setResult(null)
    setFailure(null)
    onTaken(null)
  }
  const start = async (file: File) => {
    abort.current?.abort()
    abort.current = new AbortController()
    const { signal } = abort.current
    setFailure(null)
    setGoing({ fileName: file.name, share: 0 })
    try {
      const onProgress = (share: number) => setGoing({ fileName: file.name, share })
      take(await uploadFile(uploadContactFile, file, { signal, onProgress, timeoutMs: TIMEOUT_MS }))
    } catch (reason) {
      if (signal.aborted) return
      // Asking who is signed in lets the door act on an ended session.
      if (reason instanceof ApiFailure && reason.status === 401)
        return void queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
      fail(uploadFailureText(reason))
    } finally {
      if (!signal.aborted) setGoing(null)
    }
  }
  const cancel = () => {
    abort.current?.abort()
    setGoing(null)
  }
  return { going, result, failure, start, cancel, forget }
}
