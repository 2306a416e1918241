package dev.undercroft.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Matches: making, joining, playing, watching.
 * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
 * only a hash. A client that keeps the token can come back from anywhere.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class MatchServiceGrpc {

  private MatchServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "undercroft.v1.MatchService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.CreateMatchRequest,
      dev.undercroft.v1.CreateMatchResponse> getCreateMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateMatch",
      requestType = dev.undercroft.v1.CreateMatchRequest.class,
      responseType = dev.undercroft.v1.CreateMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.CreateMatchRequest,
      dev.undercroft.v1.CreateMatchResponse> getCreateMatchMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.CreateMatchRequest, dev.undercroft.v1.CreateMatchResponse> getCreateMatchMethod;
    if ((getCreateMatchMethod = MatchServiceGrpc.getCreateMatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getCreateMatchMethod = MatchServiceGrpc.getCreateMatchMethod) == null) {
          MatchServiceGrpc.getCreateMatchMethod = getCreateMatchMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.CreateMatchRequest, dev.undercroft.v1.CreateMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.CreateMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.CreateMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("CreateMatch"))
              .build();
        }
      }
    }
    return getCreateMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.JoinMatchRequest,
      dev.undercroft.v1.JoinMatchResponse> getJoinMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "JoinMatch",
      requestType = dev.undercroft.v1.JoinMatchRequest.class,
      responseType = dev.undercroft.v1.JoinMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.JoinMatchRequest,
      dev.undercroft.v1.JoinMatchResponse> getJoinMatchMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.JoinMatchRequest, dev.undercroft.v1.JoinMatchResponse> getJoinMatchMethod;
    if ((getJoinMatchMethod = MatchServiceGrpc.getJoinMatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getJoinMatchMethod = MatchServiceGrpc.getJoinMatchMethod) == null) {
          MatchServiceGrpc.getJoinMatchMethod = getJoinMatchMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.JoinMatchRequest, dev.undercroft.v1.JoinMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "JoinMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.JoinMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.JoinMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("JoinMatch"))
              .build();
        }
      }
    }
    return getJoinMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.GetMatchRequest,
      dev.undercroft.v1.GetMatchResponse> getGetMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetMatch",
      requestType = dev.undercroft.v1.GetMatchRequest.class,
      responseType = dev.undercroft.v1.GetMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.GetMatchRequest,
      dev.undercroft.v1.GetMatchResponse> getGetMatchMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.GetMatchRequest, dev.undercroft.v1.GetMatchResponse> getGetMatchMethod;
    if ((getGetMatchMethod = MatchServiceGrpc.getGetMatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getGetMatchMethod = MatchServiceGrpc.getGetMatchMethod) == null) {
          MatchServiceGrpc.getGetMatchMethod = getGetMatchMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.GetMatchRequest, dev.undercroft.v1.GetMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.GetMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.GetMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("GetMatch"))
              .build();
        }
      }
    }
    return getGetMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.ListMatchesRequest,
      dev.undercroft.v1.ListMatchesResponse> getListMatchesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListMatches",
      requestType = dev.undercroft.v1.ListMatchesRequest.class,
      responseType = dev.undercroft.v1.ListMatchesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.ListMatchesRequest,
      dev.undercroft.v1.ListMatchesResponse> getListMatchesMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.ListMatchesRequest, dev.undercroft.v1.ListMatchesResponse> getListMatchesMethod;
    if ((getListMatchesMethod = MatchServiceGrpc.getListMatchesMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getListMatchesMethod = MatchServiceGrpc.getListMatchesMethod) == null) {
          MatchServiceGrpc.getListMatchesMethod = getListMatchesMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.ListMatchesRequest, dev.undercroft.v1.ListMatchesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListMatches"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ListMatchesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ListMatchesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("ListMatches"))
              .build();
        }
      }
    }
    return getListMatchesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.GetRecordRequest,
      dev.undercroft.v1.GetRecordResponse> getGetRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetRecord",
      requestType = dev.undercroft.v1.GetRecordRequest.class,
      responseType = dev.undercroft.v1.GetRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.GetRecordRequest,
      dev.undercroft.v1.GetRecordResponse> getGetRecordMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.GetRecordRequest, dev.undercroft.v1.GetRecordResponse> getGetRecordMethod;
    if ((getGetRecordMethod = MatchServiceGrpc.getGetRecordMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getGetRecordMethod = MatchServiceGrpc.getGetRecordMethod) == null) {
          MatchServiceGrpc.getGetRecordMethod = getGetRecordMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.GetRecordRequest, dev.undercroft.v1.GetRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetRecord"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.GetRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.GetRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("GetRecord"))
              .build();
        }
      }
    }
    return getGetRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.PlayRequest,
      dev.undercroft.v1.PlayResponse> getPlayMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Play",
      requestType = dev.undercroft.v1.PlayRequest.class,
      responseType = dev.undercroft.v1.PlayResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.PlayRequest,
      dev.undercroft.v1.PlayResponse> getPlayMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.PlayRequest, dev.undercroft.v1.PlayResponse> getPlayMethod;
    if ((getPlayMethod = MatchServiceGrpc.getPlayMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getPlayMethod = MatchServiceGrpc.getPlayMethod) == null) {
          MatchServiceGrpc.getPlayMethod = getPlayMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.PlayRequest, dev.undercroft.v1.PlayResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Play"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.PlayRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.PlayResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("Play"))
              .build();
        }
      }
    }
    return getPlayMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.WatchRequest,
      dev.undercroft.v1.WatchResponse> getWatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Watch",
      requestType = dev.undercroft.v1.WatchRequest.class,
      responseType = dev.undercroft.v1.WatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.WatchRequest,
      dev.undercroft.v1.WatchResponse> getWatchMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.WatchRequest, dev.undercroft.v1.WatchResponse> getWatchMethod;
    if ((getWatchMethod = MatchServiceGrpc.getWatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getWatchMethod = MatchServiceGrpc.getWatchMethod) == null) {
          MatchServiceGrpc.getWatchMethod = getWatchMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.WatchRequest, dev.undercroft.v1.WatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Watch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.WatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.WatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("Watch"))
              .build();
        }
      }
    }
    return getWatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.undercroft.v1.ActRequest,
      dev.undercroft.v1.ActResponse> getActMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Act",
      requestType = dev.undercroft.v1.ActRequest.class,
      responseType = dev.undercroft.v1.ActResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.undercroft.v1.ActRequest,
      dev.undercroft.v1.ActResponse> getActMethod() {
    io.grpc.MethodDescriptor<dev.undercroft.v1.ActRequest, dev.undercroft.v1.ActResponse> getActMethod;
    if ((getActMethod = MatchServiceGrpc.getActMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getActMethod = MatchServiceGrpc.getActMethod) == null) {
          MatchServiceGrpc.getActMethod = getActMethod =
              io.grpc.MethodDescriptor.<dev.undercroft.v1.ActRequest, dev.undercroft.v1.ActResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Act"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ActRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.undercroft.v1.ActResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("Act"))
              .build();
        }
      }
    }
    return getActMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static MatchServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceStub>() {
        @java.lang.Override
        public MatchServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceStub(channel, callOptions);
        }
      };
    return MatchServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static MatchServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingV2Stub>() {
        @java.lang.Override
        public MatchServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return MatchServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static MatchServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingStub>() {
        @java.lang.Override
        public MatchServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceBlockingStub(channel, callOptions);
        }
      };
    return MatchServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static MatchServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceFutureStub>() {
        @java.lang.Override
        public MatchServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceFutureStub(channel, callOptions);
        }
      };
    return MatchServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Matches: making, joining, playing, watching.
   * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
   * only a hash. A client that keeps the token can come back from anywhere.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Makes a match. The same request_id again gives the same answer.
     * </pre>
     */
    default void createMatch(dev.undercroft.v1.CreateMatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.CreateMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Takes a seat with a join code. The same code with the same token again gives the same answer.
     * </pre>
     */
    default void joinMatch(dev.undercroft.v1.JoinMatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.JoinMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getJoinMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * What everybody may know of a match.
     * </pre>
     */
    default void getMatch(dev.undercroft.v1.GetMatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.GetMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Matches of this server, newest first, in pages.
     * </pre>
     */
    default void listMatches(dev.undercroft.v1.ListMatchesRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ListMatchesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListMatchesMethod(), responseObserver);
    }

    /**
     * <pre>
     * The record of a finished match, as far as the match's policy opens it.
     * </pre>
     */
    default void getRecord(dev.undercroft.v1.GetRecordRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.GetRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * One stream for any number of seats and matches. Answers come in the order of the commands of a subscription.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<dev.undercroft.v1.PlayRequest> play(
        io.grpc.stub.StreamObserver<dev.undercroft.v1.PlayResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getPlayMethod(), responseObserver);
    }

    /**
     * <pre>
     * The updates of one seat, or of a spectator; for small clients, together with Act.
     * </pre>
     */
    default void watch(dev.undercroft.v1.WatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.WatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * One action. Returns when it is on disk.
     * </pre>
     */
    default void act(dev.undercroft.v1.ActRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ActResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getActMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service MatchService.
   * <pre>
   * Matches: making, joining, playing, watching.
   * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
   * only a hash. A client that keeps the token can come back from anywhere.
   * </pre>
   */
  public static abstract class MatchServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return MatchServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service MatchService.
   * <pre>
   * Matches: making, joining, playing, watching.
   * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
   * only a hash. A client that keeps the token can come back from anywhere.
   * </pre>
   */
  public static final class MatchServiceStub
      extends io.grpc.stub.AbstractAsyncStub<MatchServiceStub> {
    private MatchServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a match. The same request_id again gives the same answer.
     * </pre>
     */
    public void createMatch(dev.undercroft.v1.CreateMatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.CreateMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Takes a seat with a join code. The same code with the same token again gives the same answer.
     * </pre>
     */
    public void joinMatch(dev.undercroft.v1.JoinMatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.JoinMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getJoinMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * What everybody may know of a match.
     * </pre>
     */
    public void getMatch(dev.undercroft.v1.GetMatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.GetMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Matches of this server, newest first, in pages.
     * </pre>
     */
    public void listMatches(dev.undercroft.v1.ListMatchesRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ListMatchesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListMatchesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * The record of a finished match, as far as the match's policy opens it.
     * </pre>
     */
    public void getRecord(dev.undercroft.v1.GetRecordRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.GetRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * One stream for any number of seats and matches. Answers come in the order of the commands of a subscription.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<dev.undercroft.v1.PlayRequest> play(
        io.grpc.stub.StreamObserver<dev.undercroft.v1.PlayResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getPlayMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * The updates of one seat, or of a spectator; for small clients, together with Act.
     * </pre>
     */
    public void watch(dev.undercroft.v1.WatchRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.WatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getWatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * One action. Returns when it is on disk.
     * </pre>
     */
    public void act(dev.undercroft.v1.ActRequest request,
        io.grpc.stub.StreamObserver<dev.undercroft.v1.ActResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getActMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service MatchService.
   * <pre>
   * Matches: making, joining, playing, watching.
   * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
   * only a hash. A client that keeps the token can come back from anywhere.
   * </pre>
   */
  public static final class MatchServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<MatchServiceBlockingV2Stub> {
    private MatchServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a match. The same request_id again gives the same answer.
     * </pre>
     */
    public dev.undercroft.v1.CreateMatchResponse createMatch(dev.undercroft.v1.CreateMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a seat with a join code. The same code with the same token again gives the same answer.
     * </pre>
     */
    public dev.undercroft.v1.JoinMatchResponse joinMatch(dev.undercroft.v1.JoinMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getJoinMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * What everybody may know of a match.
     * </pre>
     */
    public dev.undercroft.v1.GetMatchResponse getMatch(dev.undercroft.v1.GetMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Matches of this server, newest first, in pages.
     * </pre>
     */
    public dev.undercroft.v1.ListMatchesResponse listMatches(dev.undercroft.v1.ListMatchesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListMatchesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The record of a finished match, as far as the match's policy opens it.
     * </pre>
     */
    public dev.undercroft.v1.GetRecordResponse getRecord(dev.undercroft.v1.GetRecordRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * One stream for any number of seats and matches. Answers come in the order of the commands of a subscription.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<dev.undercroft.v1.PlayRequest, dev.undercroft.v1.PlayResponse>
        play() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getPlayMethod(), getCallOptions());
    }

    /**
     * <pre>
     * The updates of one seat, or of a spectator; for small clients, together with Act.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.undercroft.v1.WatchResponse>
        watch(dev.undercroft.v1.WatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getWatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * One action. Returns when it is on disk.
     * </pre>
     */
    public dev.undercroft.v1.ActResponse act(dev.undercroft.v1.ActRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getActMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service MatchService.
   * <pre>
   * Matches: making, joining, playing, watching.
   * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
   * only a hash. A client that keeps the token can come back from anywhere.
   * </pre>
   */
  public static final class MatchServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<MatchServiceBlockingStub> {
    private MatchServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a match. The same request_id again gives the same answer.
     * </pre>
     */
    public dev.undercroft.v1.CreateMatchResponse createMatch(dev.undercroft.v1.CreateMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Takes a seat with a join code. The same code with the same token again gives the same answer.
     * </pre>
     */
    public dev.undercroft.v1.JoinMatchResponse joinMatch(dev.undercroft.v1.JoinMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getJoinMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * What everybody may know of a match.
     * </pre>
     */
    public dev.undercroft.v1.GetMatchResponse getMatch(dev.undercroft.v1.GetMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Matches of this server, newest first, in pages.
     * </pre>
     */
    public dev.undercroft.v1.ListMatchesResponse listMatches(dev.undercroft.v1.ListMatchesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListMatchesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The record of a finished match, as far as the match's policy opens it.
     * </pre>
     */
    public dev.undercroft.v1.GetRecordResponse getRecord(dev.undercroft.v1.GetRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * The updates of one seat, or of a spectator; for small clients, together with Act.
     * </pre>
     */
    public java.util.Iterator<dev.undercroft.v1.WatchResponse> watch(
        dev.undercroft.v1.WatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getWatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * One action. Returns when it is on disk.
     * </pre>
     */
    public dev.undercroft.v1.ActResponse act(dev.undercroft.v1.ActRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getActMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service MatchService.
   * <pre>
   * Matches: making, joining, playing, watching.
   * A seat is proved by its token, 32 random bytes that the client makes and sends when it takes the seat. The server keeps
   * only a hash. A client that keeps the token can come back from anywhere.
   * </pre>
   */
  public static final class MatchServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<MatchServiceFutureStub> {
    private MatchServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Makes a match. The same request_id again gives the same answer.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.CreateMatchResponse> createMatch(
        dev.undercroft.v1.CreateMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Takes a seat with a join code. The same code with the same token again gives the same answer.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.JoinMatchResponse> joinMatch(
        dev.undercroft.v1.JoinMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getJoinMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * What everybody may know of a match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.GetMatchResponse> getMatch(
        dev.undercroft.v1.GetMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Matches of this server, newest first, in pages.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.ListMatchesResponse> listMatches(
        dev.undercroft.v1.ListMatchesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListMatchesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * The record of a finished match, as far as the match's policy opens it.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.GetRecordResponse> getRecord(
        dev.undercroft.v1.GetRecordRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetRecordMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * One action. Returns when it is on disk.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.undercroft.v1.ActResponse> act(
        dev.undercroft.v1.ActRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getActMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_MATCH = 0;
  private static final int METHODID_JOIN_MATCH = 1;
  private static final int METHODID_GET_MATCH = 2;
  private static final int METHODID_LIST_MATCHES = 3;
  private static final int METHODID_GET_RECORD = 4;
  private static final int METHODID_WATCH = 5;
  private static final int METHODID_ACT = 6;
  private static final int METHODID_PLAY = 7;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_CREATE_MATCH:
          serviceImpl.createMatch((dev.undercroft.v1.CreateMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.CreateMatchResponse>) responseObserver);
          break;
        case METHODID_JOIN_MATCH:
          serviceImpl.joinMatch((dev.undercroft.v1.JoinMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.JoinMatchResponse>) responseObserver);
          break;
        case METHODID_GET_MATCH:
          serviceImpl.getMatch((dev.undercroft.v1.GetMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.GetMatchResponse>) responseObserver);
          break;
        case METHODID_LIST_MATCHES:
          serviceImpl.listMatches((dev.undercroft.v1.ListMatchesRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.ListMatchesResponse>) responseObserver);
          break;
        case METHODID_GET_RECORD:
          serviceImpl.getRecord((dev.undercroft.v1.GetRecordRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.GetRecordResponse>) responseObserver);
          break;
        case METHODID_WATCH:
          serviceImpl.watch((dev.undercroft.v1.WatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.WatchResponse>) responseObserver);
          break;
        case METHODID_ACT:
          serviceImpl.act((dev.undercroft.v1.ActRequest) request,
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.ActResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_PLAY:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.play(
              (io.grpc.stub.StreamObserver<dev.undercroft.v1.PlayResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getCreateMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.CreateMatchRequest,
              dev.undercroft.v1.CreateMatchResponse>(
                service, METHODID_CREATE_MATCH)))
        .addMethod(
          getJoinMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.JoinMatchRequest,
              dev.undercroft.v1.JoinMatchResponse>(
                service, METHODID_JOIN_MATCH)))
        .addMethod(
          getGetMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.GetMatchRequest,
              dev.undercroft.v1.GetMatchResponse>(
                service, METHODID_GET_MATCH)))
        .addMethod(
          getListMatchesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.ListMatchesRequest,
              dev.undercroft.v1.ListMatchesResponse>(
                service, METHODID_LIST_MATCHES)))
        .addMethod(
          getGetRecordMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.GetRecordRequest,
              dev.undercroft.v1.GetRecordResponse>(
                service, METHODID_GET_RECORD)))
        .addMethod(
          getPlayMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              dev.undercroft.v1.PlayRequest,
              dev.undercroft.v1.PlayResponse>(
                service, METHODID_PLAY)))
        .addMethod(
          getWatchMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.undercroft.v1.WatchRequest,
              dev.undercroft.v1.WatchResponse>(
                service, METHODID_WATCH)))
        .addMethod(
          getActMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.undercroft.v1.ActRequest,
              dev.undercroft.v1.ActResponse>(
                service, METHODID_ACT)))
        .build();
  }

  private static abstract class MatchServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    MatchServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.undercroft.v1.MatchProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("MatchService");
    }
  }

  private static final class MatchServiceFileDescriptorSupplier
      extends MatchServiceBaseDescriptorSupplier {
    MatchServiceFileDescriptorSupplier() {}
  }

  private static final class MatchServiceMethodDescriptorSupplier
      extends MatchServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    MatchServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (MatchServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new MatchServiceFileDescriptorSupplier())
              .addMethod(getCreateMatchMethod())
              .addMethod(getJoinMatchMethod())
              .addMethod(getGetMatchMethod())
              .addMethod(getListMatchesMethod())
              .addMethod(getGetRecordMethod())
              .addMethod(getPlayMethod())
              .addMethod(getWatchMethod())
              .addMethod(getActMethod())
              .build();
        }
      }
    }
    return result;
  }
}
