export function runBuilt(program: 'run-server' | 'run-worker'): Promise<boolean>
export function buildServer(): Promise<string | null>
