/** Gatekeeper's policies on everything but pods, from the descriptions and parameters of their templates. */
import { canonicalJson } from '../core/canonical.ts';
import { fieldAt, type Resource } from './manifests.ts';
import { entryOf, inRanges, listAt, textAt, textsAt, type Check, type Subject } from './gatekeeper-subject.ts';

const EDITING: readonly string[] = ['create', 'patch', 'update', '*'];

function grantsEndpoints({ object }: Subject): boolean {
  const grants = (rule: unknown): boolean => textsAt(rule, 'resources').some((name) => name === 'endpoints' || name === '*') && textsAt(rule, 'verbs').some((verb) => EDITING.includes(verb));
  return object.metadata.name === 'system:aggregate-to-edit' && listAt(object, 'rules').some(grants);
}

function hostsOf(ingress: unknown): string[] {
  return listAt(ingress, 'spec.rules').map((rule) => textAt(rule, 'host'));
}

function servesPlainHttp({ object, parameters }: Subject): boolean {
  const forbidden = String(entryOf(object.metadata.annotations, 'kubernetes.io/ingress.allow-http')) === 'false';
  const encrypted = listAt(object, 'spec.tls').length > 0 || fieldAt(parameters, 'tlsOptional') === true;
  return !forbidden || !encrypted;
}

function letsAnonymous({ object, parameters }: Subject): boolean {
  if (textsAt(parameters, 'allowedRoles').includes(textAt(object, 'roleRef.name'))) return false;
  const names = ['system:anonymous', 'system:unauthenticated', ...(fieldAt(parameters, 'disallowAuthenticated') === true ? ['system:authenticated'] : [])];
  return listAt(object, 'subjects').some((subject) => names.includes(textAt(subject, 'name')));
}

function isSame(a: Resource, b: Resource): boolean {
  return a.kind === b.kind && a.metadata.name === b.metadata.name && a.metadata.namespace === b.metadata.namespace;
}

function scalesBadly({ object, parameters, inventory }: Subject): boolean {
  const [least, most] = [Number(fieldAt(object, 'spec.minReplicas') ?? 1), Number(fieldAt(object, 'spec.maxReplicas'))];
  const ranges = listAt(parameters, 'ranges');
  const outside = [least, most].some((count) => !inRanges(count, ranges, 'min_replicas', 'max_replicas'));
  const target = { kind: textAt(object, 'spec.scaleTargetRef.kind'), name: textAt(object, 'spec.scaleTargetRef.name') };
  const found = inventory.some(({ kind, metadata }) => kind === target.kind && metadata.name === target.name && metadata.namespace === object.metadata.namespace);
  return outside || most - least < Number(fieldAt(parameters, 'minimumReplicaSpread') ?? 0) || (fieldAt(parameters, 'enforceScaleTargetRef') === true && !found);
}

/** Whether a budget keeps a workload from ever losing a pod. */
function blocks(budget: Resource, workload: Resource): boolean {
  const labels = fieldAt(budget, 'spec.selector.matchLabels');
  const same = canonicalJson(labels ?? null) === canonicalJson(fieldAt(workload, 'spec.selector.matchLabels') ?? null);
  return same && budget.metadata.namespace === workload.metadata.namespace && fieldAt(budget, 'spec.minAvailable') === fieldAt(workload, 'spec.replicas');
}

function neverDisrupts({ object, inventory }: Subject): boolean {
  if (object.kind === 'PodDisruptionBudget') return fieldAt(object, 'spec.maxUnavailable') === 0 || inventory.some((one) => fieldAt(one, 'spec.replicas') !== undefined && blocks(object, one));
  return inventory.some((one) => one.kind === 'PodDisruptionBudget' && (blocks(one, object) || (fieldAt(one, 'spec.maxUnavailable') === 0 && blocks({ ...one, spec: { ...(one['spec'] as object), minAvailable: fieldAt(object, 'spec.replicas') } }, object))));
}

/** A key that is missing, or whose value does not fit. */
function lacksKeys(list: 'labels' | 'annotations'): Check {
  return ({ object, parameters }) => listAt(parameters, list).some((one) => {
    const value = entryOf(object.metadata[list], textAt(one, 'key'));
    const regex = textAt(one, 'allowedRegex');
    return value === undefined || (regex !== '' && !new RegExp(regex).test(String(value)));
  });
}

function storageBreaks({ object, parameters, inventory }: Subject): boolean {
  const claims = object.kind === 'PersistentVolumeClaim' ? [object] : listAt(object, 'spec.volumeClaimTemplates');
  const listed = textsAt(parameters, 'allowedStorageClasses');
  const known = inventory.filter(({ kind }) => kind === 'StorageClass').map(({ metadata }) => metadata.name);
  const named = (claim: unknown): string => textAt(claim, 'spec.storageClassName') || String(entryOf(fieldAt(claim, 'metadata.annotations'), 'volume.beta.kubernetes.io/storage-class') ?? '');
  return claims.map(named).some((name) => !known.includes(name) || (fieldAt(parameters, 'allowedStorageClasses') !== undefined && !listed.includes(name)));
}

function sharesSelector({ object, inventory }: Subject): boolean {
  const selector = canonicalJson(fieldAt(object, 'spec.selector') ?? null);
  return inventory.some((one) => one.kind === 'Service' && !isSame(one, object) && one.metadata.namespace === object.metadata.namespace && canonicalJson(fieldAt(one, 'spec.selector') ?? null) === selector);
}

/** The service account of what makes pods. */
function accountOf(value: unknown): string {
  return textAt(value, 'spec.template.spec.serviceAccountName') || textAt(value, 'spec.jobTemplate.spec.template.spec.serviceAccountName');
}

/** An update with another service account, by somebody who is in no list of the parameters. */
function changesAccount({ object, isUpdate, request, parameters }: Subject): boolean {
  const groups = textsAt(request, 'userInfo.groups');
  const allowed = textsAt(parameters, 'allowedUsers').includes(textAt(request, 'userInfo.username')) || textsAt(parameters, 'allowedGroups').some((group) => groups.includes(group));
  return isUpdate && !allowed && accountOf(fieldAt(request, 'oldObject')) !== accountOf(object);
}

export const OBJECT_CHECKS: Readonly<Record<string, Check>> = {
  K8sBlockEndpointEditDefaultRole: grantsEndpoints,
  K8sBlockLoadBalancer: ({ object }) => textAt(object, 'spec.type') === 'LoadBalancer',
  K8sBlockNodePort: ({ object }) => textAt(object, 'spec.type') === 'NodePort',
  K8sBlockWildcardIngress: ({ object }) => hostsOf(object).some((host) => host === '' || host.includes('*')),
  K8sDisallowAnonymous: letsAnonymous,
  K8sExternalIPs: ({ object, parameters }) => textsAt(object, 'spec.externalIPs').some((address) => !textsAt(parameters, 'allowedIPs').includes(address)),
  K8sHorizontalPodAutoscaler: scalesBadly,
  K8sHttpsOnly: servesPlainHttp,
  K8sPodDisruptionBudget: neverDisrupts,
  K8sReplicaLimits: ({ object, parameters }) => !inRanges(fieldAt(object, 'spec.replicas'), listAt(parameters, 'ranges'), 'min_replicas', 'max_replicas'),
  K8sRequiredAnnotations: lacksKeys('annotations'),
  K8sRequiredLabels: lacksKeys('labels'),
  K8sStorageClass: storageBreaks,
  K8sUniqueIngressHost: ({ object, inventory }) => inventory.some((one) => one.kind === 'Ingress' && !isSame(one, object) && hostsOf(one).some((host) => hostsOf(object).includes(host))),
  K8sUniqueServiceSelector: sharesSelector,
  NoUpdateServiceAccount: changesAccount,
  VerifyDeprecatedAPI: ({ object, parameters }) => listAt(parameters, 'kvs').some((one) => textAt(one, 'deprecatedAPI') === object.apiVersion && textsAt(one, 'kinds').includes(object.kind)),
};
