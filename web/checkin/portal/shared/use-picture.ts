import { useEffect, useRef, useState } from 'react'
import { uploadProfilePicture } from '#contract/checkin/family.ts'
import { call } from '../../../lib/api.ts'
import { shrinkPicture } from './shrink-picture.ts'

export type ChosenPicture = {
  /** What is shown: the chosen file, or the picture that was there. */
  shown: string | null
  isChosen: boolean
  /** The file chosen last is no picture that this browser, and so the server, can read; the one before stays. */
  isUnreadable: boolean
  choose: (file: File) => Promise<void>
  clear: () => void
  /** Uploads what was chosen, once, and answers the address to save; a second try does not upload again. */
  upload: () => Promise<string | null>
}

/** A picture of a form: chosen, looked at, uploaded before the form is saved. */
export function usePicture(before: string | null): ChosenPicture {
  const [kept, setKept] = useState(before)
  const [chosen, setChosen] = useState<{ file: File; url: string } | null>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  const uploaded = useRef<{ file: File; pictureUrl: string } | null>(null)
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.url)), [chosen])
  const upload = async () => {
    if (!chosen) return kept
    if (uploaded.current?.file === chosen.file) return uploaded.current.pictureUrl
    const { pictureUrl } = await call(uploadProfilePicture, { file: chosen.file })
    uploaded.current = { file: chosen.file, pictureUrl }
    return pictureUrl
  }
  return {
    shown: chosen?.url ?? kept,
    isChosen: chosen !== null,
    isUnreadable,
    choose: async (given) => {
      const file = await shrinkPicture(given)
      setUnreadable(file === null)
      if (file) setChosen({ file, url: URL.createObjectURL(file) })
    },
    clear: () => {
      setUnreadable(false)
      setChosen(null)
      setKept(null)
    },
    upload,
  }
}
