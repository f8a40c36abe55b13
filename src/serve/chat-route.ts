/** `/v1/chat/completions`: a question in, an answer with its grounds out, whole or as it is decoded. */
import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, AnswerEvent } from '../rulebook/answer-event.ts';
import { answerQuestion } from '../rulebook/answer.ts';
import { ApiError, asApiError, errorBody } from './api-error.ts';
import { chatAsked, type ChatAsked } from './chat-request.ts';
import { chunksOf, completion, firstChunk, type ReplyHead } from './chat-response.ts';
import type { ServeContext } from './context.ts';
import { openEventStream, type EventStream } from './event-stream.ts';
import { isGone, patience } from './patience.ts';

export function chatRoute(server: FastifyInstance, context: ServeContext): void {
  server.post('/v1/chat/completions', { bodyLimit: context.limits.chatBytes }, async (request, reply) => {
    const asked = chatAsked(request.body);
    if (asked.model !== context.name) {
      throw new ApiError(404, 'model_not_found', `the model is ${context.name}; there is no ${asked.model}`, { param: 'model' });
    }
    const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: context.name };
    if (!asked.stream) return completion(head, await answerInTurn(context, request, reply, asked, () => undefined));
    await streamAnswer(context, request, reply, asked, head);
    return reply;
  });
}

/** Status and errors that come before the first event are those of a plain reply; later ones go into the stream. */
async function streamAnswer(context: ServeContext, request: FastifyRequest, reply: FastifyReply, asked: ChatAsked, head: ReplyHead): Promise<void> {
  let stream: EventStream | null = null;
  try {
    await answerInTurn(context, request, reply, asked, (event) => {
      if (stream === null) {
        stream = openEventStream(reply);
        stream.send(firstChunk(head));
      }
      for (const chunk of chunksOf(head, event, asked.includeUsage)) stream.send(chunk);
    });
    (stream as EventStream | null)?.end();
  } catch (error) {
    const open = stream as EventStream | null;
    if (open === null) throw error;
    const shown = asApiError(error);
    if (shown.status === 500) request.log.error(error);
    open.fail(errorBody(shown));
  }
}

/** Waits for the model, then decodes; gives up when the client is gone or the time is over. */
async function answerInTurn(
  context: ServeContext,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: ChatAsked,
  hear: (event: AnswerEvent) => void,
): Promise<Answer> {
  const { queue, limits, metrics } = context;
  const signal = patience(reply, limits.answerMs, 'the answer took too long');
  const timers = { first: metrics.firstToken.startTimer(), whole: metrics.answer.startTimer() };
  try {
    return await queue.run(request.ip, signal, async (stop) => {
      const answer = await decode(context, asked, stop, timers.first, hear);
      timers.whole();
      metrics.tokens.inc(answer.completionTokens);
      return answer;
    });
  } catch (error) {
    if (isGone(signal)) metrics.cancelled.inc();
    throw error;
  }
}

/** Lets other requests in after each token. Rules are those of the moment at which decoding begins. */
async function decode(
  { answerer, store, limits }: ServeContext,
  asked: ChatAsked,
  stop: AbortSignal,
  onFirst: () => void,
  hear: (event: AnswerEvent) => void,
): Promise<Answer> {
  const snapshot = store.snapshot();
  if (snapshot.rules.length === 0) throw new ApiError(409, 'no_rules', 'there are no rules to answer from; add one with POST /v1/rules');
  let begun = false;
  for (const event of answerQuestion(answerer, snapshot, asked.question, { atMost: limits.answerTokens, needed: asked.maxNewTokens })) {
    if (event.kind === 'text' && !begun) onFirst();
    begun ||= event.kind === 'text';
    hear(event);
    if (event.kind === 'answer') return event.answer;
    await setImmediate();
    stop.throwIfAborted();
  }
  throw new Error('an answer that never ended');
}
