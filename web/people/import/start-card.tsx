import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { useFormat } from '../../languages/format.tsx'
import { useTexts, type TextId } from '../../languages/index.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { IconDownload, IconUpload, IconX } from '../../ui/icons.ts'
import { Card } from '../../ui/surfaces/card.tsx'
import { Note } from '../../ui/surfaces/note.tsx'
import classes from './start.module.css'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { listImports, uploadImport } from '#contract/people/imports.ts'
import { ApiFailure } from '../../api/call.ts'
import { paths } from '../../routing/paths.ts'
import { keyOf } from '../../api/queries.ts'
import { sessionQuery } from '../../session/session.ts'
import { uploadFile } from '../../api/upload-file.ts'
import { uploadFailureText } from './words.ts'
import { importQuery } from './queries.ts'

/** A large file over a poor phone network, and a hundred thousand rows to be kept. */
const TIMEOUT_MS = 600_000

/** A file on its way, and how much of it has gone (0 to 1). */
type Going = { fileName: string; share: number }

/** The door looks itself at who is signed in and whether the gate is open. */
const isOfTheDoor = (reason: unknown) =>
  reason instanceof ApiFailure && (reason.status === 401 || reason.status === 402)

/** Takes a file of people up to the server and opens its import. */
function useUpload() {
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

type Uploading = ReturnType<typeof useUpload>

const ACCEPTED = '.csv,.txt,.tsv,.xlsx,text/csv,text/plain'
const TEMPLATE = '/people-template.csv'

function Progress({ going: { fileName, share }, onCancel }: { going: Going; onCancel: () => void }) {
  const t = useTexts()
  const { percent } = useFormat()
  // Everything has gone, the rows are being read.
  const isReading = share >= 1
  return (
    <div className={classes['going']}>
      <div className="row between">
        <span className="grow clip">
          <bdi>{fileName}</bdi>
        </span>
        <span className="num muted">
          {isReading ? t('people.import.reading') : percent(Math.floor(share * 100) / 100)}
        </span>
        <IconButton small label={t('people.import.cancelUpload')} icon={IconX} onClick={onCancel} />
      </div>
      <progress
        aria-label={t('people.import.uploading', { name: fileName })}
        {...(isReading ? {} : { value: share })}
        max={1}
      />
      <span className="vh" role="status">
        {t(isReading ? 'people.import.reading' : 'people.import.uploading', { name: fileName })}
      </span>
    </div>
  )
}

/** A file that is let go beside the place for it would else open instead of the page. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => event.preventDefault()
    document.addEventListener('dragover', refuse)
    document.addEventListener('drop', refuse)
    return () => {
      document.removeEventListener('dragover', refuse)
      document.removeEventListener('drop', refuse)
    }
  }, [])
}

function useDropping(take: (file: File | undefined) => void) {
  const [isOver, setOver] = useState(false)
  useNoStrayDrops()
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      },
    },
  }
}

function Place({ uploading: { start } }: { uploading: Uploading }) {
  const t = useTexts()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, handlers } = useDropping((file) => file && void start(file))
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // So that the same file, mended, can be chosen again.
    event.target.value = ''
    if (file) void start(file)
  }
  return (
    <div
      role="presentation"
      className={[classes['place'], isOver && classes['over']].filter(Boolean).join(' ')}
      {...handlers}
    >
      <p className="desk-only strong">{t('people.import.dropHere')}</p>
      <Button kind="primary" icon={IconUpload} onClick={() => input.current?.click()}>
        {t('people.import.chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t('people.import.chooseFile')}
        onChange={choose}
      />
      <p className="small muted">{t('people.import.fileHint')}</p>
    </div>
  )
}

/** Where an import begins: a file, or first the template for one. Nothing of the people changes here. */
export function StartCard() {
  const t = useTexts()
  const uploading = useUpload()
  const { going, failure, cancel } = uploading
  return (
    <Card title={t('people.import.startTitle')}>
      <div className="stack">
        <p className="muted">{t('people.import.startText')}</p>
        {failure && <Note tone="bad">{t(failure)}</Note>}
        {going ? <Progress going={going} onCancel={cancel} /> : <Place uploading={uploading} />}
        <p className={classes['aside']}>
          <span className="muted">{t('people.import.templateText')}</span>
          <a className={classes['template']} href={TEMPLATE} download>
            <IconDownload size={16} aria-hidden="true" />
            {t('people.import.template')}
          </a>
        </p>
      </div>
    </Card>
  )
}
