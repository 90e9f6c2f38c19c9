export type Types = { ts: string; hash: string; flag: string; strict: string; jsonObject: string; bytewise: string }

export type Migration = { id: number; name: string; up: (types: Types) => string[] }
