/** Errors of the endpoint, in the form that OpenAI's clients read. */
import { z } from 'zod';
import { UserError } from '../errors.ts';
import type { Refusal } from '../rulebook/edit.ts';

/** An error with its HTTP status; `extra` stands beside the message. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly extra: object;

  constructor(status: number, code: string, message: string, extra: object = {}) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export interface ErrorBody {
  readonly error: { readonly message: string; readonly type: string; readonly code: string };
}

export function errorBody({ status, code, message, extra }: ApiError): ErrorBody {
  return { error: { message, type: status >= 500 ? 'server_error' : 'invalid_request_error', code, ...extra } };
}

/** Whatever was thrown, as an error that may be shown; a defect of ours keeps its text to itself. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof UserError) return new ApiError(400, 'bad_request', error.message);
  const status = (error as { readonly statusCode?: unknown }).statusCode;
  if (typeof status === 'number' && status < 500) return new ApiError(status, 'bad_request', (error as Error).message);
  return new ApiError(500, 'internal_error', 'an error of the server; its log says more');
}

/** @throws ApiError that names every key at fault */
export function checked<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw new ApiError(400, 'bad_request', z.prettifyError(result.error));
}

export function refusalError({ kind, message, conflictsWith }: Refusal): ApiError {
  const status = kind === 'unknown-id' ? 404 : 409;
  return new ApiError(status, `rule_${kind.replaceAll('-', '_')}`, message, conflictsWith === null ? {} : { conflicts_with: conflictsWith });
}
