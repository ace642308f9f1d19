import type { Serve } from '#server/platform/http/index.ts'
import type { House } from '#server/platform/house.ts'

export function routes(_serve: Serve, _house: House): void {}
