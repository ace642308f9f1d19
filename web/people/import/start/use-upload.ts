import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { listImports, uploadImport } from '#contract/people/imports.ts'
import { ApiFailure } from '../../../lib/api.ts'
import type { TextId } from '../../../lib/languages/index.ts'
import { paths } from '../../../lib/paths.ts'
import { keyOf } from '../../../lib/queries.ts'
import { sessionQuery } from '../../../lib/session.ts'
import { uploadFile } from '../../../lib/upload-file.ts'
import { uploadFailureText } from '../failure-text.ts'
import { importQuery } from '../queries.ts'

/** A large file over a poor phone network, and a hundred thousand rows to be kept. */
const TIMEOUT_MS = 600_000

/** A file on its way, and how much of it has gone (0 to 1). */
export type Going = { fileName: string; share: number }

/** The door looks itself at who is signed in and whether the gate is open. */
const isOfTheDoor = (reason: unknown) =>
  reason instanceof ApiFailure && (reason.status === 401 || reason.status === 402)

/** Takes a file of people up to the server and opens its import. */
export function useUpload() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [going, setGoing] = useState<Going | null>(null)
  const [failure, setFailure] = useState<TextId | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const start = async (file: File) => {
    abort.current?.abort()
    abort.current = new AbortController()
    const { signal } = abort.current
    setFailure(null)
    setGoing({ fileName: file.name, share: 0 })
    try {
      const onProgress = (share: number) => setGoing({ fileName: file.name, share })
      const made = await uploadFile(uploadImport, file, { signal, onProgress, timeoutMs: TIMEOUT_MS })
      client.setQueryData(importQuery(made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: keyOf(listImports) })
      await navigate({ to: paths.import, params: { id: made.id } })
    } catch (reason) {
      if (signal.aborted) return
      if (isOfTheDoor(reason)) void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
      else setFailure(uploadFailureText(reason))
    } finally {
      if (!signal.aborted) setGoing(null)
    }
  }
  const cancel = () => {
    abort.current?.abort()
    setGoing(null)
  }
  return { going, failure, start, cancel }
}

export type Uploading = ReturnType<typeof useUpload>
